import type { Customer } from '../model/account'
import { flawInVatNumber } from '../model/vat-number'

const persons = `Astrid Lindqvist|903 25|Umeå|SE, Björn Åkesson|211 20|Malmö|SE,
Camilla Holm|411 04|Göteborg|SE, David Nyström|753 10|Uppsala|SE, Elin Sandberg|222 22|Lund|SE,
Filip Ek|702 10|Örebro|SE, Greta Blom|621 55|Visby|SE, Hugo Lindén|392 32|Kalmar|SE,
Ida Wallin|791 71|Falun|SE, Jonas Berg|802 20|Gävle|SE, Klara Öberg|981 30|Kiruna|SE,
Lars Forsman|352 30|Växjö|SE, Maja Hedlund|503 32|Borås|SE, Nils Ström|972 34|Luleå|SE,
Olivia Dahl|0154|Oslo|NO, Per Haugen|5003|Bergen|NO, Rikke Mortensen|8000|Aarhus|DK,
Søren Kjær|5000|Odense|DK, Tuuli Virtanen|20100|Turku|FI, Ville Korhonen|33100|Tampere|FI,
Anna Schmidt|20095|Hamburg|DE, Lukas Weber|04109|Leipzig|DE, Marie Fischer|50667|Köln|DE,
Jan de Vries|3511 AB|Utrecht|NL, Emma Bakker|2011 AA|Haarlem|NL, Chloé Moreau|69002|Lyon|FR,
Sofia Rossi|10121|Torino|IT, Tomás Silva|4000-069|Porto|PT`
/** With invented VAT or organisation numbers that are well-formed, so that their invoices have XML. */
const organisations = `Nordljus Kaffe AB|111 22|Stockholm|SE|559999-9983, Havsbris Café|432 41|Varberg|SE|559999-9975,
Stadens Cykelverkstad|211 20|Malmö|SE|559999-9967, Björkbacken Bed & Breakfast|792 30|Mora|SE|559999-9959,
Fjord Office AS|5003|Bergen|NO|999 999 999, Kaktus Studio ApS|1150|København|DK|DK99999993,
Satama Oy|00100|Helsinki|FI|FI99999992, Elbe Kontor GmbH|20095|Hamburg|DE|DE999999995,
Grachten Books BV|1012 AB|Amsterdam|NL|NL999999990B99, Atelier Lumen|44000|Nantes|FR|FR11999999998,
Bottega Verde Srl|40121|Bologna|IT|IT99999991005, Rosehip Bakery Ltd|T12 W8XY|Cork|IE|IE9999999P`
const streets: Record<string, string> = {
  SE: 'Storgatan #',
  NO: 'Storgata #',
  DK: 'Algade #',
  FI: 'Kauppakatu #',
  DE: 'Hauptstraße #',
  NL: 'Dorpsstraat #',
  FR: '# rue de la République',
  IT: 'Via Roma #',
  PT: 'Rua Direita #',
  IE: '# Main Street',
}

const list = (text: string) => text.split(',').map((entry) => entry.trim().split('|'))

/** 40 invented customers. No mail can be delivered to their addresses. */
export const customers: Customer[] = [
  ...list(persons).map((entry, index) => customer('person', entry, index)),
  ...list(organisations).map((entry, index) => customer('organisation', entry, index + 100)),
]

function customer(
  type: 'person' | 'organisation',
  [name = '', zipCode = '', city = '', countryCode = 'SE', companyNumber]: string[],
  index: number,
): Customer {
  const mailbox = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replace(/ +/g, '.')
  return {
    type,
    id: `C-${1000 + index}`,
    name,
    ...(companyNumber && numberOf(companyNumber)),
    email: type === 'person' ? `${mailbox}@example.com` : `accounts@${mailbox.replaceAll('.', '-')}.example`,
    address: { street: streetIn(countryCode, index + 1), zipCode, city, countryCode },
  }
}

function numberOf(number: string): Pick<Customer, 'vatNumber' | 'identityNumber'> {
  return flawInVatNumber(number) === undefined ? { vatNumber: number } : { identityNumber: number }
}

function streetIn(countryCode: string, number: number) {
  return (streets[countryCode] ?? '#').replace('#', String(number))
}

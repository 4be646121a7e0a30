import type { Customer } from '../model/account'

const persons = `Astrid Lindqvist|Umeå|SE, Björn Åkesson|Malmö|SE, Camilla Holm|Göteborg|SE, David Nyström|Uppsala|SE,
Elin Sandberg|Lund|SE, Filip Ek|Örebro|SE, Greta Blom|Visby|SE, Hugo Lindén|Kalmar|SE, Ida Wallin|Falun|SE,
Jonas Berg|Gävle|SE, Klara Öberg|Kiruna|SE, Lars Forsman|Växjö|SE, Maja Hedlund|Borås|SE, Nils Ström|Luleå|SE,
Olivia Dahl|Oslo|NO, Per Haugen|Bergen|NO, Rikke Mortensen|Aarhus|DK, Søren Kjær|Odense|DK, Tuuli Virtanen|Turku|FI,
Ville Korhonen|Tampere|FI, Anna Schmidt|Hamburg|DE, Lukas Weber|Leipzig|DE, Marie Fischer|Köln|DE, Jan de Vries|Utrecht|NL,
Emma Bakker|Haarlem|NL, Chloé Moreau|Lyon|FR, Sofia Rossi|Torino|IT, Tomás Silva|Porto|PT`
const organisations = `Nordljus Kaffe AB|Stockholm|SE, Havsbris Café|Varberg|SE, Stadens Cykelverkstad|Malmö|SE,
Björkbacken Bed & Breakfast|Mora|SE, Fjord Office AS|Bergen|NO, Kaktus Studio ApS|København|DK, Satama Oy|Helsinki|FI,
Elbe Kontor GmbH|Hamburg|DE, Grachten Books BV|Amsterdam|NL, Atelier Lumen|Nantes|FR, Bottega Verde Srl|Bologna|IT,
Rosehip Bakery Ltd|Cork|IE`

const list = (text: string) => text.split(',').map((entry) => entry.trim().split('|'))

/** 40 invented customers. No mail can be delivered to their addresses. */
export const customers: Customer[] = [
  ...list(persons).map((entry, index) => customer('person', entry, index)),
  ...list(organisations).map((entry, index) => customer('organisation', entry, index + 100)),
]

function customer(
  type: 'person' | 'organisation',
  [name = '', city = '', countryCode = 'SE']: string[],
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
    email: type === 'person' ? `${mailbox}@example.com` : `accounts@${mailbox.replaceAll('.', '-')}.example`,
    address: { street: `Storgatan ${index + 1}`, zipCode: String(10_000 + index * 137), city, countryCode },
  }
}

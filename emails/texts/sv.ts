import { scheduleInFull } from '@/server/model/subscription/schedule-in-words'
import type { en } from './en'
import { declinesIn } from './en-declines'
import { svDeclines } from './sv-declines'

export const sv: typeof en = {
  schedule: (schedule, start) => scheduleInFull(schedule, start, 'sv'),
  decline: declinesIn(svDeclines),
  labels: {
    card: 'Kort',
    date: 'Datum',
    due: 'Förfallodag',
    ends: 'Avslutas',
    firstPayment: 'Första betalning',
    item: 'Artikel',
    order: 'Order',
    paidInAll: 'Totalt betalt',
    refunded: 'Återbetalt',
    refundedInAll: 'Totalt återbetalt',
    subscription: 'Prenumeration',
    total: 'Summa',
  },
  card: (scheme, last4) => `${scheme === undefined ? 'kort' : `${scheme}-kort`} som slutar på ${last4}`,
  includingVat: (rate) => `Varav moms ${rate}\u00a0%`,
  partOf: (part, total) => `${part} av ${total}`,
  frame: {
    greeting: (name) => (name === undefined ? 'Hej!' : `Hej ${name}!`),
    closing: (shop) => `Vänliga hälsningar\n${shop}`,
    questions: (shop) => `Frågor? Kontakta ${shop}`,
    questionsAt: (shop) => `Frågor? Svara på mejlet eller kontakta kundtjänst hos ${shop}:`,
    sentBy: (shop) => `Skickat av Kassa på uppdrag av ${shop}`,
  },
  askForLink: {
    button: 'Beställ en inloggningslänk',
    why: (shop) =>
      `För din säkerhet loggar det här mejlet inte in dig. ${shop} skickar en inloggningslänk till dig med e-post.`,
  },
  payLink: {
    withAnyCard: 'Du kan betala nu, med ett annat kort eller med samma.',
    withAnotherCard: 'Du kan betala nu med ett annat kort.',
    withCard: 'Du kan betala nu med ett kort.',
    button: (amount) => `Betala ${amount}`,
    until: (day) =>
      `Länken leder bara till den här betalningen och loggar inte in dig. Den gäller till och med den ${day}.`,
  },
  loginLink: {
    subject: (shop) => `Din inloggningslänk till ${shop}`,
    title: (shop) => `Logga in på ditt konto hos ${shop}`,
    about: 'På ditt konto ser du dina betalningar och hanterar dina kort och prenumerationer.',
    until: (moment) => `Länken fungerar en gång och gäller till den ${moment}.`,
    button: 'Logga in',
    ignore:
      'Om du inte väntade dig det här mejlet kan du bortse från det. Dela inte länken med någon: den öppnar ditt konto.',
    forCard: {
      subject: (shop) => `Lägg till ett nytt kort hos ${shop}`,
      title: 'Lägg till ett nytt kort',
      about: (shop) =>
        `En betalning till ${shop} misslyckades. Logga in för att lägga till ett annat kort och betala det som är obetalt.`,
    },
  },
  emailConfirm: {
    subject: (shop) => `Bekräfta din e-postadress hos ${shop}`,
    title: 'Bekräfta din e-postadress',
    about: (shop) => `Bekräfta att du vill använda den här e-postadressen för ditt konto hos ${shop}.`,
    until: (moment) => `Länken fungerar en gång och gäller till den ${moment}.`,
    button: 'Bekräfta e-postadressen',
    ignore: 'Om det inte var du som bad om det kan du bortse från mejlet. Då ändras ingenting.',
  },
  emailChanged: {
    subject: (shop) => `Din e-postadress hos ${shop} har ändrats`,
    title: 'Din e-postadress har ändrats',
    about: (shop, day) =>
      `Den ${day} ändrades din e-postadress hos ${shop} till en annan, bekräftad adress. Den här adressen får inga fler mejl om ditt konto, och länkar som har skickats hit fungerar inte längre.`,
    removed: {
      subject: (shop) => `Din e-postadress hos ${shop} har tagits bort`,
      title: 'Din e-postadress har tagits bort',
      about: (shop, day) =>
        `Den ${day} togs den här e-postadressen bort från ditt konto hos ${shop}. Den får inga fler mejl om ditt konto, och länkar som har skickats hit fungerar inte längre.`,
    },
    stranger: (shop) => `Om det inte var du som gjorde ändringen ska du genast kontakta ${shop}.`,
  },
  receipt: {
    subject: (shop, amount) => `Kvitto från ${shop}: ${amount}`,
    title: (amount) => `Du har betalat ${amount}`,
    whole: (shop) => `Tack för din betalning. Här är ditt kvitto från ${shop}.`,
    part: (shop) => `Tack för din betalning. Här är ditt kvitto från ${shop} för en del av din order.`,
    button: 'Visa kvittot',
  },
  refund: {
    subject: (shop, amount) => `Återbetalning från ${shop}: ${amount}`,
    title: (amount) => `Din återbetalning på ${amount}`,
    whole: (shop) => `${shop} har betalat tillbaka hela din order.`,
    part: (shop) => `${shop} har betalat tillbaka en del av din order.`,
    toCard: (card) => `Pengarna betalas tillbaka till ditt ${card}.`,
    when: 'Det kan ta några dagar innan de syns på ditt kontoutdrag.',
    button: 'Visa återbetalningen',
  },
  paymentFailed: {
    subject: (shop, amount) => `Din betalning på ${amount} till ${shop} gick inte igenom`,
    subjectOfAttempt: (attempt, attempts, day) =>
      `Betalningsförsök ${attempt} av ${attempts} misslyckades – nästa försök ${day}`,
    title: (amount) => `Din betalning på ${amount} gick inte igenom`,
    next: (day) => `Vi gör nästa försök ${day}.`,
  },
  paymentApproval: {
    subject: (shop, amount) => `Godkänn din betalning på ${amount} till ${shop}`,
    subjectOfAttempt: (attempt, attempts, day) =>
      `Godkänn betalningsförsök ${attempt} av ${attempts} – nästa försök ${day}`,
    title: (amount) => `Godkänn din betalning på ${amount}`,
    about: 'Din bank vill att du själv bekräftar den här betalningen. Det tar en minut.',
    button: 'Godkänn betalningen',
    otherwise: (day) =>
      `Om du inte godkänner betalningen gör vi ett nytt försök ${day}, men då kan banken neka den.`,
  },
  paymentGivenUp: {
    subject: (shop, amount) => `Din betalning på ${amount} till ${shop} är fortfarande obetald`,
    subjectOfAttempt: (attempt, attempts) =>
      attempts === 1
        ? 'Din betalning misslyckades – vi försöker inte igen'
        : `Betalningsförsök ${attempt} av ${attempts} misslyckades – vi försöker inte igen`,
    title: (amount) => `${amount} är fortfarande obetalt`,
    last: 'Det var vårt sista försök. Vi försöker inte dra betalningen automatiskt igen.',
    meanwhile: (shop) =>
      `Dina prenumerationer hos ${shop} är pausade så länge en betalning är obetald. Under tiden debiteras inget nytt.`,
  },
  cardExpiring: {
    subject: (shop, card) => `Ditt ${card} hos ${shop} går snart ut`,
    subjectExpired: (shop, card) => `Ditt ${card} hos ${shop} har gått ut`,
    title: (card, day) => `Ditt ${card} gäller till och med den ${day}`,
    titleExpired: (card) => `Ditt ${card} har gått ut`,
    missed: (shop, day) =>
      `Din betalning till ${shop} den ${day} kan inte dras från kortet. Lägg till ett nytt kort före dess, så förblir allt annat som det är.`,
    ahead: (shop) =>
      `Därefter kan betalningar till ${shop} inte dras från kortet. Lägg till ett nytt kort i tid.`,
    expired: (shop) => `Betalningar till ${shop} kan inte längre dras från kortet. Lägg till ett nytt kort.`,
    how: 'Om din bank har skickat ett nytt kort till dig ska du lägga till det även om numret är detsamma, eftersom det har ett annat utgångsdatum.',
  },
  subscriptionStarted: {
    subject: (shop) => `Din prenumeration hos ${shop} har startat`,
    title: 'Din prenumeration har startat',
    subjectAhead: (shop, day) => `Din prenumeration hos ${shop} startar den ${day}`,
    titleAhead: (day) => `Din prenumeration startar den ${day}`,
    about: (shop, amount, schedule) => `${shop} drar ${amount} ${schedule}.`,
    manage: 'På ditt konto kan du se prenumerationen, byta kort eller avsluta den.',
  },
  subscriptionEnded: {
    subject: (shop) => `Din prenumeration hos ${shop} har avslutats`,
    subjectAhead: (shop, day) => `Din prenumeration hos ${shop} avslutas den ${day}`,
    title: 'Din prenumeration har avslutats',
    titleAhead: (day) => `Din prenumeration avslutas den ${day}`,
    who: (by, { shop, asked }) =>
      ({
        customer:
          asked === undefined
            ? 'Du har avslutat prenumerationen.'
            : `Du avslutade prenumerationen den ${asked}.`,
        merchant: `${shop} har avslutat prenumerationen.`,
        term: 'Den avtalade tiden har löpt ut.',
      })[by],
    until: (day) => `Den gällde till och med den ${day}. Inga nya perioder debiteras.`,
    untilAhead: (day) => `Den gäller till och med den ${day}. Inga nya perioder debiteras.`,
    unpaid: 'Obetalda belopp från tidigare perioder ska fortfarande betalas.',
    retried: 'Vi försöker dra dem från ditt kort igen.',
  },
  subscriptionContinues: {
    subject: (shop) => `Din prenumeration hos ${shop} fortsätter`,
    title: 'Din prenumeration fortsätter',
    who: (by, shop) =>
      by === 'customer'
        ? 'Du har valt att fortsätta prenumerationen.'
        : `${shop} har återkallat uppsägningen av prenumerationen.`,
    instead: 'Den tidigare bekräftelsen på att den avslutas gäller inte längre.',
    next: 'Nästa betalning',
  },
  priceChanged: {
    subject: (shop, day) => `Ditt pris hos ${shop} ändras den ${day}`,
    title: (day) => `Ditt pris ändras den ${day}`,
    about: (shop, day, schedule) =>
      `Från och med den ${day} har din prenumeration hos ${shop} ett nytt pris. Det dras ${schedule}.`,
    before: 'Pris fram till dess',
    after: 'Nytt pris',
    first: 'Första betalningen med det nya priset',
    later: (day) => `Pris från och med den ${day}`,
    what: 'Du behöver inte göra något för att fortsätta. Annars kan du avsluta prenumerationen på ditt konto före den dagen.',
  },
  scheduleChanged: {
    subject: (shop, day) => `Dina betalningar till ${shop} ändras den ${day}`,
    title: (day) => `Dina betalningar ändras den ${day}`,
    about: (shop, day, schedule) =>
      `Från och med den ${day} dras betalningen för din prenumeration hos ${shop} ${schedule}.`,
    before: 'Nuvarande betalning',
    first: 'Första betalningen enligt de nya villkoren',
  },
}

import { scheduleInFull } from '@/server/model/subscription/schedule-in-words'
import { deDeclines } from './de-declines'
import type { en } from './en'
import { declinesIn } from './en-declines'

export const de: typeof en = {
  schedule: (schedule, start) => scheduleInFull(schedule, start, 'de'),
  decline: declinesIn(deDeclines),
  labels: {
    card: 'Karte',
    date: 'Datum',
    due: 'Fällig am',
    ends: 'Endet am',
    firstPayment: 'Erste Zahlung',
    item: 'Artikel',
    order: 'Bestellung',
    paidInAll: 'Insgesamt bezahlt',
    refunded: 'Erstattet',
    refundedInAll: 'Insgesamt erstattet',
    subscription: 'Abonnement',
    total: 'Summe',
  },
  card: (scheme, last4) => `${scheme ?? 'Karte'} mit den Endziffern ${last4}`,
  includingVat: (rate) => `Davon ${rate}\u00a0% MwSt.`,
  partOf: (part, total) => `${part} von ${total}`,
  frame: {
    greeting: (name) => (name === undefined ? 'Guten Tag!' : `Guten Tag ${name}!`),
    closing: (shop) => `Mit freundlichen Grüßen\n${shop}`,
    questions: (shop) => `Fragen? Wenden Sie sich an ${shop}`,
    questionsAt: (shop) =>
      `Fragen? Antworten Sie auf diese E-Mail, oder wenden Sie sich an den Kundenservice von ${shop}:`,
    sentBy: (shop) => `Gesendet von Kassa im Auftrag von ${shop}`,
  },
  askForLink: {
    button: 'Anmeldelink anfordern',
    why: (shop) =>
      `Zum Schutz Ihres Kontos meldet diese E-Mail Sie nicht an. ${shop} sendet Ihnen einen Anmeldelink per E-Mail.`,
  },
  payLink: {
    withAnyCard: 'Sie können jetzt zahlen, mit einer anderen oder mit derselben Karte.',
    withAnotherCard: 'Sie können jetzt mit einer anderen Karte zahlen.',
    withCard: 'Sie können jetzt mit einer Karte zahlen.',
    button: (amount) => `${amount} zahlen`,
    until: (day) =>
      `Der Link führt nur zu dieser Zahlung und meldet Sie nicht an. Er ist bis zum ${day} gültig.`,
  },
  loginLink: {
    subject: (shop) => `Ihr Anmeldelink zu ${shop}`,
    title: (shop) => `Melden Sie sich in Ihrem Konto bei ${shop} an`,
    about: 'In Ihrem Konto sehen Sie Ihre Zahlungen und verwalten Ihre Karten und Abonnements.',
    until: (moment) => `Der Link funktioniert einmal und ist gültig bis zum ${moment}.`,
    button: 'Anmelden',
    ignore:
      'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Geben Sie den Link nicht weiter: Er öffnet Ihr Konto.',
    forCard: {
      subject: (shop) => `Neue Karte bei ${shop} hinterlegen`,
      title: 'Neue Karte hinterlegen',
      about: (shop) =>
        `Eine Zahlung an ${shop} ist fehlgeschlagen. Melden Sie sich an, um eine andere Karte zu hinterlegen und den offenen Betrag zu bezahlen.`,
    },
  },
  emailConfirm: {
    subject: (shop) => `Bestätigen Sie Ihre E-Mail-Adresse bei ${shop}`,
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    about: (shop) =>
      `Bestätigen Sie, dass Sie diese E-Mail-Adresse für Ihr Konto bei ${shop} verwenden möchten.`,
    until: (moment) => `Der Link funktioniert einmal und ist gültig bis zum ${moment}.`,
    button: 'E-Mail-Adresse bestätigen',
    ignore:
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Es ändert sich dann nichts.',
  },
  emailChanged: {
    subject: (shop) => `Ihre E-Mail-Adresse bei ${shop} wurde geändert`,
    title: 'Ihre E-Mail-Adresse wurde geändert',
    about: (shop, day) =>
      `Am ${day} wurde Ihre E-Mail-Adresse bei ${shop} in eine andere, bestätigte Adresse geändert. An diese Adresse senden wir keine E-Mails mehr zu Ihrem Konto, und Links, die wir hierher gesendet haben, funktionieren nicht mehr.`,
    removed: {
      subject: (shop) => `Ihre E-Mail-Adresse bei ${shop} wurde entfernt`,
      title: 'Ihre E-Mail-Adresse wurde entfernt',
      about: (shop, day) =>
        `Am ${day} wurde diese E-Mail-Adresse aus Ihrem Konto bei ${shop} entfernt. An diese Adresse senden wir keine E-Mails mehr zu Ihrem Konto, und Links, die wir hierher gesendet haben, funktionieren nicht mehr.`,
    },
    stranger: (shop) => `Wenn Sie das nicht waren, wenden Sie sich umgehend an ${shop}.`,
  },
  receipt: {
    subject: (shop, amount) => `Quittung von ${shop}: ${amount}`,
    title: (amount) => `Sie haben ${amount} bezahlt`,
    whole: (shop) => `Vielen Dank für Ihre Zahlung. Hier ist Ihre Quittung von ${shop}.`,
    part: (shop) =>
      `Vielen Dank für Ihre Zahlung. Hier ist Ihre Quittung von ${shop} für einen Teil Ihrer Bestellung.`,
    button: 'Quittung ansehen',
  },
  refund: {
    subject: (shop, amount) => `Erstattung von ${shop}: ${amount}`,
    title: (amount) => `Ihre Erstattung über ${amount}`,
    whole: (shop) => `${shop} hat Ihre Bestellung erstattet.`,
    part: (shop) => `${shop} hat einen Teil Ihrer Bestellung erstattet.`,
    toCard: (card) => `Das Geld geht zurück auf Ihre ${card}.`,
    when: 'Es kann einige Tage dauern, bis es auf Ihrem Kontoauszug erscheint.',
    button: 'Erstattung ansehen',
  },
  paymentFailed: {
    subject: (shop, amount) => `Ihre Zahlung über ${amount} an ${shop} ist fehlgeschlagen`,
    subjectOfAttempt: (attempt, attempts, day) =>
      `Zahlungsversuch ${attempt} von ${attempts} fehlgeschlagen – nächster Versuch am ${day}`,
    title: (amount) => `Ihre Zahlung über ${amount} ist fehlgeschlagen`,
    next: (day) => `Wir versuchen es am ${day}, noch einmal.`,
  },
  paymentApproval: {
    subject: (shop, amount) => `Geben Sie Ihre Zahlung über ${amount} an ${shop} frei`,
    subjectOfAttempt: (attempt, attempts, day) =>
      `Zahlung freigeben (Versuch ${attempt} von ${attempts}) – nächster Versuch am ${day}`,
    title: (amount) => `Geben Sie Ihre Zahlung über ${amount} frei`,
    about: 'Ihre Bank möchte, dass Sie diese Zahlung selbst bestätigen. Das dauert nur eine Minute.',
    button: 'Zahlung freigeben',
    otherwise: (day) =>
      `Ohne Ihre Freigabe versuchen wir es am ${day}, noch einmal. Ihre Bank kann die Zahlung dann ablehnen.`,
  },
  paymentGivenUp: {
    subject: (shop, amount) => `Ihre Zahlung über ${amount} an ${shop} ist noch offen`,
    subjectOfAttempt: (attempt, attempts) =>
      attempts === 1
        ? 'Ihre Zahlung ist fehlgeschlagen – kein weiterer Versuch'
        : `Zahlungsversuch ${attempt} von ${attempts} fehlgeschlagen – kein weiterer Versuch`,
    title: (amount) => `Ihre Zahlung über ${amount} ist noch offen`,
    last: 'Das war unser letzter Versuch. Wir buchen diese Zahlung nicht noch einmal automatisch ab.',
    meanwhile: (shop) =>
      `Ihre Abonnements bei ${shop} sind pausiert, solange eine Zahlung offen ist. In dieser Zeit wird nichts Neues abgerechnet.`,
  },
  cardExpiring: {
    subject: (shop, card) => `Ihre ${card} bei ${shop} läuft bald ab`,
    subjectExpired: (shop, card) => `Ihre ${card} bei ${shop} ist abgelaufen`,
    title: (card, day) => `Ihre ${card} ist nur bis zum ${day} gültig`,
    titleExpired: (card) => `Ihre ${card} ist abgelaufen`,
    missed: (shop, day) =>
      `Ihre Zahlung an ${shop} am ${day} kann nicht von dieser Karte abgebucht werden. Fügen Sie vorher eine neue Karte hinzu; alles andere bleibt, wie es ist.`,
    ahead: (shop) =>
      `Danach können Zahlungen an ${shop} nicht mehr von dieser Karte abgebucht werden. Fügen Sie rechtzeitig eine neue Karte hinzu.`,
    expired: (shop) =>
      `Zahlungen an ${shop} können nicht mehr von dieser Karte abgebucht werden. Fügen Sie eine neue Karte hinzu.`,
    how: 'Wenn Ihre Bank Ihnen eine neue Karte geschickt hat, fügen Sie sie auch dann hinzu, wenn die Nummer gleich geblieben ist: Das Ablaufdatum ist ein anderes.',
  },
  subscriptionStarted: {
    subject: (shop) => `Ihr Abonnement bei ${shop} hat begonnen`,
    title: 'Ihr Abonnement hat begonnen',
    subjectAhead: (shop, day) => `Ihr Abonnement bei ${shop} beginnt am ${day}`,
    titleAhead: (day) => `Ihr Abonnement beginnt am ${day}`,
    about: (shop, amount, schedule) => `${shop} bucht ${amount} ${schedule} ab.`,
    manage:
      'In Ihrem Konto können Sie das Abonnement ansehen, die Karte wechseln oder das Abonnement kündigen.',
  },
  subscriptionEnded: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ist beendet`,
    subjectAhead: (shop, day) => `Ihr Abonnement bei ${shop} endet am ${day}`,
    title: 'Ihr Abonnement ist beendet',
    titleAhead: (day) => `Ihr Abonnement endet am ${day}`,
    who: (by, { shop, asked }) =>
      ({
        customer:
          asked === undefined
            ? 'Sie haben dieses Abonnement gekündigt.'
            : `Ihre Kündigung dieses Abonnements ist am ${asked} eingegangen.`,
        merchant: `${shop} hat dieses Abonnement gekündigt.`,
        term: 'Die vereinbarte Laufzeit ist abgelaufen.',
      })[by],
    until: (day) => `Es lief bis einschließlich ${day}. Danach fallen keine neuen Kosten an.`,
    untilAhead: (day) => `Es läuft bis einschließlich ${day}. Danach fallen keine neuen Kosten an.`,
    unpaid: 'Offene Beträge aus früheren Abrechnungen bleiben fällig.',
    retried: 'Wir versuchen noch einmal, sie von Ihrer Karte abzubuchen.',
  },
  subscriptionContinues: {
    subject: (shop) => `Ihr Abonnement bei ${shop} läuft weiter`,
    title: 'Ihr Abonnement läuft weiter',
    who: (by, shop) =>
      by === 'customer'
        ? 'Sie haben sich entschieden, dieses Abonnement fortzusetzen.'
        : `${shop} hat die geplante Beendigung dieses Abonnements zurückgenommen.`,
    instead: 'Die frühere Bestätigung Ihrer Kündigung gilt nicht mehr.',
    next: 'Nächste Zahlung',
  },
  priceChanged: {
    subject: (shop, day) => `Ihr Preis bei ${shop} ändert sich am ${day}`,
    title: (day) => `Ihr Preis ändert sich am ${day}`,
    about: (shop, day, schedule) =>
      `Ab dem ${day} gilt für Ihr Abonnement bei ${shop} ein neuer Preis. Er wird ${schedule} abgebucht.`,
    before: 'Preis bis dahin',
    after: 'Neuer Preis',
    first: 'Erste Zahlung zum neuen Preis',
    later: (day) => `Preis ab dem ${day}`,
    what: 'Wenn Sie das Abonnement fortsetzen möchten, müssen Sie nichts tun. Andernfalls können Sie es vor diesem Tag in Ihrem Konto kündigen.',
  },
  scheduleChanged: {
    subject: (shop, day) => `Ihre Zahlungen an ${shop} ändern sich am ${day}`,
    title: (day) => `Ihre Zahlungen ändern sich am ${day}`,
    about: (shop, day, schedule) =>
      `Ab dem ${day} werden die Zahlungen für Ihr Abonnement bei ${shop} ${schedule} abgebucht.`,
    before: 'Bisherige Abbuchung',
    first: 'Erste Zahlung nach dem neuen Rhythmus',
  },
}

import type { DeclineReasons } from './en-declines'

const anotherCard = 'Verwenden Sie eine andere Karte.'

export const deDeclines: DeclineReasons = {
  plain: {
    what: 'Ihre Bank hat die Zahlung abgelehnt.',
    todo: 'Fragen Sie Ihre Bank nach dem Grund, oder verwenden Sie eine andere Karte.',
  },
  'no card': {
    what: 'In Ihrem Konto ist keine Karte hinterlegt.',
    todo: 'Fügen Sie eine Karte hinzu, um zu zahlen.',
  },
  'insufficient funds': {
    what: 'Die Karte war nicht ausreichend gedeckt.',
    todo: 'Sorgen Sie für Deckung, oder verwenden Sie eine andere Karte.',
  },
  'card expired': { what: 'Die Karte ist abgelaufen.', todo: 'Fügen Sie Ihre neue Karte hinzu.' },
  'amount limit': {
    what: 'Der Betrag ist höher, als die Karte erlaubt.',
    todo: 'Bitten Sie Ihre Bank, das Limit zu erhöhen, oder verwenden Sie eine andere Karte.',
  },
  'invalid card number': { what: 'Die Bank kennt diese Karte nicht mehr.', todo: anotherCard },
  'invalid csc': {
    what: 'Der Sicherheitscode der Karte war nicht korrekt.',
    todo: 'Fügen Sie die Karte noch einmal hinzu, oder verwenden Sie eine andere Karte.',
  },
  'unsupported card': { what: 'Diese Art von Karte wird nicht akzeptiert.', todo: anotherCard },
  '3ds problem': {
    what: 'Die Zahlung konnte bei Ihrer Bank nicht bestätigt werden.',
    todo: 'Fügen Sie die Karte noch einmal hinzu, oder verwenden Sie eine andere Karte.',
  },
  '3ds authentication failure': {
    what: 'Die Prüfung durch Ihre Bank ist fehlgeschlagen.',
    todo: 'Fügen Sie die Karte noch einmal hinzu, oder verwenden Sie eine andere Karte.',
  },
  'acquirer error': {
    what: 'Die Zahlung konnte nicht verarbeitet werden.',
    todo: 'Das muss nicht an Ihrer Karte liegen. Versuchen Sie es später noch einmal, oder verwenden Sie eine andere Karte.',
  },
  'never arrived': {
    what: 'Die Zahlung konnte wegen eines technischen Problems bei uns nicht verarbeitet werden.',
    todo: 'Das liegt nicht an Ihrer Karte. Sie können auch eine andere Karte verwenden.',
  },
  'invalid currency': {
    what: 'Die Zahlung konnte in dieser Währung nicht verarbeitet werden.',
    todo: 'Das liegt nicht an Ihrer Karte. Versuchen Sie es mit einer anderen Karte, oder wenden Sie sich an uns, um anders zu zahlen.',
  },
}

import type { Scheme } from './schemas'

const names: Record<Scheme, string> = {
  unknown: 'Card',
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  electron: 'Visa Electron',
  interpayment: 'InterPayment',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
  dankort: 'Dankort',
}

/** The name of a scheme as on its cards. */
export const schemeName = (scheme: Scheme): string => names[scheme]

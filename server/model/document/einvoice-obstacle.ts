/** Why a document cannot be written as an electronic invoice. */
export type EinvoiceObstacle =
  | 'buyer'
  | 'seller'
  | 'vat'
  | 'mixed-vat'
  | 'currency'
  | 'rounding'
  // The others concern Peppol only.
  | 'electronic-address'
  | 'address'
  | 'company-number'
  | 'vat-number'
  | 'vat-rate'
  | 'contact'
  | 'germany'
  | 'sweden'
  | 'greece'

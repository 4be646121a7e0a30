/** Why a document cannot be written as an electronic invoice. */
export type EinvoiceObstacle = 'buyer' | 'seller' | 'vat' | 'currency' | 'rounding' | 'electronic-address'

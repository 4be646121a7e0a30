/** The words of documents in English. */
export const en = {
  /** Why VAT is 0, by the category of EN 16931. */
  exemption: {
    Z: 'Zero-rated',
    E: 'Exempt from VAT',
    AE: 'Reverse charge: the buyer accounts for the VAT (Article 196 of Directive 2006/112/EC)',
    G: 'Export outside the EU: exempt from VAT (Article 146 of Directive 2006/112/EC)',
    O: 'Outside the scope of VAT',
  },
}

const purposes: Record<string, string> = {
  receivable: 'What the card service owes you',
  bank: 'Bank account',
  fees: 'Fees of the card service',
  disputed: 'Disputed payments',
  losses: 'Lost disputes',
  other: 'Unexplained movements',
  'sales.reverse-charge': 'Sales under reverse charge',
  'sales.intra-community': 'Intra-Community supplies',
  'sales.export': 'Exports',
  'sales.oss': 'Sales reported through OSS',
  'sales.other': 'Sales at other rates',
  'sales.unknown': 'Sales whose VAT is not known',
  'vat.oss': 'VAT reported through OSS',
  'vat.other': 'VAT at other rates',
}

/** "Sales, 25% VAT" */
export const labelOf = (key: string, percent: (rate: number) => string): string => {
  const [kind, ...rate] = key.split('.')
  const written = percent(Number(rate.join('.')))
  return purposes[key] ?? (kind === 'vat' ? `VAT, ${written}` : `Sales, ${written} VAT`)
}

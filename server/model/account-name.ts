interface NamedAccount {
  id: string
  number: string | null
  customer: { name?: string | undefined; email?: string | undefined } | null
  erased: Date | null
}

/** What pages of the dashboard call an account: by its customer, or else by its number. An erased one has only its id. */
export function nameOfAccount({ id, number, customer, erased }: NamedAccount): string {
  if (erased) return `Account ${id}`
  return customer?.name ?? customer?.email ?? (number === null ? 'Unnamed account' : `Account ${number}`)
}

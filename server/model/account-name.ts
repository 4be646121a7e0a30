interface NamedAccount {
  id: string
  number: string | null
  customer: { name?: string | undefined; email?: string | undefined } | null
  erased: Date | null
}

const nameOfCustomer = ({ customer }: NamedAccount) => customer?.name ?? customer?.email

/** What pages of the dashboard call an account: by its customer, or else by its number. An erased one has only its id. */
export function nameOfAccount(account: NamedAccount): string {
  const { id, number, erased } = account
  if (erased) return `Account ${id}`
  return nameOfCustomer(account) ?? (number === null ? 'Unnamed account' : `Account ${number}`)
}

/** What sentences call an account. Its id tells it from others without a number. */
export function accountInSentence(account: NamedAccount): string {
  const { id, number, erased } = account
  return nameOfCustomer(account) ?? `account ${erased || number === null ? id : number}`
}

import { nameOfAccount } from '../model/account-name'
import type { AccountRow } from '../store/accounts'

/** The name of the customer who pays for a row of a list; undefined if it has no account. */
export const nameOfPayer = (payer: AccountRow | null) => (payer === null ? undefined : nameOfAccount(payer))

import type { Metadata } from 'next'
import { NewAccount } from './new-account'

export const metadata: Metadata = { title: 'Create account' }

export default function NewAccountPage() {
  return <NewAccount />
}

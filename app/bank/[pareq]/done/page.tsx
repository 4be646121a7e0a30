import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { requireVerification } from '../../../_parts/customer/bank-verification'
import { Outcome } from '../../_parts/outcome'

interface Props {
  params: Promise<{ pareq: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { words } = await requireVerification((await params).pareq)
  return { title: words.say('bank.done') }
}

export default async function DonePage({ params }: Props) {
  const verification = await requireVerification((await params).pareq)
  const path = `/bank/${verification.pareq}`
  if (!verification.outcome) redirect(path)
  return <Outcome verification={verification} path={`${path}/done`} leave />
}

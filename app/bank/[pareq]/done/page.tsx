import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { wordsForVisitor } from '../../../_parts/customer/login-page'
import { Outcome } from '../../_parts/outcome'
import { requireVerification } from '../../_parts/verification'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await wordsForVisitor(undefined)).say('bank.done'),
})

export default async function DonePage({ params }: { params: Promise<{ pareq: string }> }) {
  const verification = await requireVerification((await params).pareq)
  if (!verification.outcome) redirect(`/bank/${verification.pareq}`)
  return <Outcome verification={verification} leave />
}

import { redirect } from 'next/navigation'

export default async function SettingsPage({ params }: { params: Promise<{ merchantId: string }> }) {
  redirect(`/dashboard/${(await params).merchantId}/settings/merchant`)
}

import { config } from '@/server/core/config/config'
import { DashboardError } from '@/server/trpc/errors'
import { pageCaller } from '../_parts/page-caller'
import { Home } from './home'
import { type HomeData, homeInput } from './home-data'

export const metadata = { title: 'Home' }

/** Home with its figures, which are rendered with the page. */
export default async function HomePage({
  params,
  searchParams,
}: {
  params: Promise<{ merchantId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ merchantId }, search] = await Promise.all([params, searchParams])
  const input = homeInput((name) => [search[name]].flat()[0] ?? null)
  return <Home baseUrl={config().baseUrl} data={await dataFor(merchantId, input)} />
}

/** Undefined for users who may not see the page; the layout shows them the error. */
async function dataFor(merchantId: string, input: HomeData['input']): Promise<HomeData | undefined> {
  const { report, event } = await pageCaller(merchantId)
  const readAt = Date.now()
  try {
    const [home, todo, ahead, events] = await Promise.all([
      report.home(input),
      report.todo(),
      report.ahead(),
      event.list({}),
    ])
    return { readAt, input, home, todo, ahead, events }
  } catch (error) {
    if (error instanceof DashboardError) return undefined
    throw error
  }
}

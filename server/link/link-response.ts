import type { z } from 'zod'
import type { AccountLink } from '../model/account'
import type { NewLink } from './create-link'

/** Returns a link for callers that may see its key. */
export const linkResponse = ({ row, key, url }: NewLink): z.infer<typeof AccountLink> => ({
  url,
  id: row.id,
  created: row.created.toISOString(),
  expires: row.expires.toISOString(),
  key,
  contact: row.contact,
  used: row.used !== null,
})

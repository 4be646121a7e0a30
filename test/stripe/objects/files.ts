import type Stripe from 'stripe'
import { invalid } from '../errors'
import { emptyParts, type FormParts } from '../form'
import { paged, paging } from '../paging'
import { oneOf, parameters, required } from '../params'
import { get, route } from '../route'
import type { DoubleState } from '../state'

const purpose = oneOf('business_icon', 'dispute_evidence', 'identity_document')
const listing = parameters<Stripe.FileListParams>()({ ...paging, purpose })
const described = parameters<Omit<Stripe.FileCreateParams, 'file'>>()({ purpose: required(purpose) })

const maxBytes = 5 * 1024 * 1024
const types: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

export interface Upload {
  name: string
  type: string
  content: Buffer
}

/** Reads a form with a file, the only request with this encoding. */
export async function readUpload(
  body: Buffer,
  contentType: string,
): Promise<{ form: FormParts; upload?: Upload }> {
  if (!contentType.startsWith('multipart/form-data')) throw invalid('A file is sent as multipart/form-data.')
  const data = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': contentType },
  }).formData()
  const form = emptyParts()
  let upload: Upload | undefined
  for (const [name, value] of data) {
    if (typeof value === 'string') form[name] = value
    else if (name === 'file') upload = await uploaded(value)
  }
  return { form, ...(upload && { upload }) }
}

const uploaded = async (file: File): Promise<Upload> => ({
  name: file.name,
  type: file.type,
  content: Buffer.from(await file.arrayBuffer()),
})

/** Stores an uploaded file. */
export function createFile(state: DoubleState, form: FormParts, upload: Upload | undefined): Stripe.File {
  const { purpose: asked } = described(form)
  if (!upload)
    throw invalid('Missing required parameter: file.', { code: 'parameter_missing', param: 'file' })
  const type = types[upload.type]
  if (asked === 'dispute_evidence' && type === undefined)
    throw invalid('Evidence is a PDF, JPEG or PNG file.', { param: 'file' })
  if (upload.content.length > maxBytes) throw invalid('A file has at most 5 MB.', { param: 'file' })
  const id = state.id('file_1')
  state.fileContents.set(id, upload.content)
  return state.files.add({
    id,
    object: 'file',
    created: state.clock.now(),
    expires_at: null,
    filename: upload.name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose: asked,
    size: upload.content.length,
    title: null,
    type: type ?? null,
    url: `${state.origin}/v1/files/${id}/contents`,
  })
}

export const fileRoutes = [
  route('GET', '/v1/files', 'files:read', listing, (state, params) =>
    paged(
      state.files,
      '/v1/files',
      params,
      (file) => params.purpose === undefined || file.purpose === params.purpose,
    ),
  ),
  get('/v1/files/:id', 'files:read', (state, id) => state.files.get(id)),
]

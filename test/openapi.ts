import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { interfaceDocument } from '@/app/v1/document'

interface Described {
  content?: Record<string, unknown>
  headers?: Record<string, { required?: boolean }>
}

type Operation = { responses?: Record<string, Described> }

let loaded: { ajv: Ajv2020; paths: [RegExp, string, Record<string, Operation>][] } | undefined

function load() {
  const document = JSON.parse(JSON.stringify(interfaceDocument()))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'kassa')
  const paths = Object.entries<Record<string, Operation>>(document.paths).map(
    ([template, operations]): [RegExp, string, Record<string, Operation>] => [
      new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      template,
      operations,
    ],
  )
  return { ajv, paths }
}

/** Throws if a response does not match OpenAPI. Unknown paths and methods must return errors. */
export function validateResponse(
  method: string,
  path: string,
  actual: { status: number; text: string; headers: Headers },
): void {
  loaded ??= load()
  const { ajv, paths } = loaded
  const pathname = path.split('?')[0] ?? path
  const found = paths.find(([pattern]) => pattern.test(pathname))
  const operation = found?.[2][method.toLowerCase()]
  if (!found || !operation) {
    if (actual.status < 400 && method !== 'OPTIONS' && method !== 'HEAD') {
      throw new Error(`${method} ${path} is not in OpenAPI but responded with ${actual.status}`)
    }
    return
  }
  const response = operation.responses?.[actual.status]
  if (!response)
    throw new Error(`OpenAPI of ${method} ${found[1]} has no response ${actual.status}: ${actual.text}`)
  for (const name of ['Link', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id']) {
    const [isSent, described] = [actual.headers.has(name), response.headers?.[name]]
    if (isSent ? !described : described?.required)
      throw new Error(
        `OpenAPI of ${method} ${found[1]} is wrong about the header ${name} of ${actual.status}`,
      )
  }
  if (!response.content) {
    if (actual.text !== '')
      throw new Error(`${method} ${path} must have an empty response, not ${actual.text}`)
    return
  }
  const [type = ''] = actual.headers.get('content-type')?.split(';') ?? []
  if (!response.content[type]) throw new Error(`OpenAPI of ${method} ${found[1]} does not have ${type}`)
  if (type !== 'application/json') return
  const pointer = [
    'paths',
    found[1],
    method.toLowerCase(),
    'responses',
    actual.status,
    'content',
    'application/json',
    'schema',
  ]
  const escaped = pointer.map((part) =>
    encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const validate = ajv.getSchema(`kassa#/${escaped.join('/')}`)
  if (!validate) throw new Error(`OpenAPI of ${method} ${found[1]} has no schema for ${actual.status}`)
  if (!validate(JSON.parse(actual.text))) {
    throw new Error(
      `${method} ${path} responded with what OpenAPI does not describe: ${ajv.errorsText(validate.errors)}\n${actual.text}`,
    )
  }
}

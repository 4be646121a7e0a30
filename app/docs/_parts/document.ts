import { interfaceDocument } from '@/app/v1/document'
import type { Components, JsonSchema } from './schema'

export interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie'
  name: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

export interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Response {
  description: string
  content?: { 'application/json'?: Media }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': Media } }
  responses: Record<string, Response>
}

/** The parts of OpenAPI 3.1 that our document uses. */
export interface ReferenceDocument {
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Components; securitySchemes: Record<string, { description?: string }> }
}

/** Returns the OpenAPI document as it is served. */
export const readDocument = (): ReferenceDocument => JSON.parse(JSON.stringify(interfaceDocument()))

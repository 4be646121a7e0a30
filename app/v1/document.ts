import { openApiDocument } from '@/server/rest/openapi'
import { endpoints } from './endpoints'
import { openApiDefinition } from './openapi.json/definition'

/** The OpenAPI document of all endpoints. */
export const interfaceDocument = () =>
  openApiDocument([...endpoints.map(({ definition }) => definition), openApiDefinition])

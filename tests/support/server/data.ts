import type { Data } from '../../../contract/calls/endpoint.ts'
import { type Failure, failureSchema } from '../../../contract/calls/errors.ts'
import { type EndpointName, type Endpoints, endpoints } from '../../../contract/endpoints.ts'
import type { Answered } from './app.ts'

/** `data` of a successful response, validated by the contract. */
export function dataOf<N extends EndpointName>(
  name: N,
  { status, json, text }: Answered,
): Data<Endpoints[N]> {
  const { data } = endpoints[name]
  if (data === null || status >= 300 || typeof json !== 'object' || json === null || !('data' in json)) {
    throw new Error(`${name} answered ${status} ${text}`)
  }
  // Parsed by the schema of this type.
  return data.parse(json.data) as Data<Endpoints[N]>
}

export const failureOf = ({ json }: Answered): Failure => failureSchema.parse(json)

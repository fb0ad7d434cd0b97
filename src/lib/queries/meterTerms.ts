import { queryOptions } from '@tanstack/react-query'
import type { Data, Input } from '../../../contract/calls/endpoint.ts'
import { meterTermsEndpoints } from '../../../contract/usage/terms.ts'
import { call } from '../session/api.ts'
import { meterKeys } from './meters.ts'

type Effect = typeof meterTermsEndpoints.termsEffect

/** New, corrected or deleted terms, as the server is asked what they change. */
export type AskedTerms = Input<Effect>['query']
export type TermsEffect = Data<Effect>

/** How a meter counts over time, newest first. */
export const termsQuery = (meterId: number) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'terms', meterId],
    queryFn: async ({ signal }) =>
      (await call(meterTermsEndpoints.meterTerms, { params: { id: meterId }, signal })).data,
    staleTime: 30_000,
  })

/** In which months the usage of a meter changes with other terms. */
export const termsEffectQuery = (meterId: number, asked: AskedTerms) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'terms-effect', meterId, asked],
    queryFn: async ({ signal }) =>
      (await call(meterTermsEndpoints.termsEffect, { params: { id: meterId }, query: asked, signal })).data,
    gcTime: 60_000,
    // The device keeps no copy of what is in a form for a moment.
    meta: { keptFor: 0 },
  })

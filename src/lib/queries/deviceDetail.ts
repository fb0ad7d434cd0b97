import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { deviceEndpoints } from '../../../contract/devices.ts'
import type { Span } from '../../../contract/time/spans.ts'
import { isLive } from '../live/eventStreamState.ts'
import { call } from '../session/api.ts'
import { deviceKeys, devicesQuery } from './devices.ts'

const staleTime = 30_000
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }
/** Where nobody tells of changes. */
const refetchInterval = () => !isLive() && 60_000

/** One device, deleted or not; what the list holds is shown until the answer comes, and without signal. */
export const deviceQuery = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: deviceKeys.one(id),
    queryFn: async ({ signal }) => (await call(deviceEndpoints.device, { params: { id }, signal })).data,
    staleTime,
    ...kept,
    refetchInterval,
    initialData: () => client.getQueryData(devicesQuery.queryKey)?.find((device) => device.id === id),
    initialDataUpdatedAt: () => client.getQueryState(devicesQuery.queryKey)?.dataUpdatedAt,
  })

/** What a device reported in a span, oldest first. */
export const deviceHistoryQuery = (id: number, span: Span) =>
  queryOptions({
    queryKey: deviceKeys.history(id, span),
    queryFn: async ({ signal }) =>
      (await call(deviceEndpoints.deviceHistory, { params: { id }, query: { created_span: span }, signal }))
        .data,
    staleTime,
    gcTime: kept.gcTime,
    // A person asks for newer ones: where many devices report, the graph would move all the time.
    meta: { ...kept.meta, still: true },
    placeholderData: keepPreviousData,
  })

/** Scheduled and arrived reports by day. */
export const deviceArrivalsQuery = (id: number, span: Span) =>
  queryOptions({
    queryKey: deviceKeys.arrivals(id, span),
    queryFn: async ({ signal }) =>
      (await call(deviceEndpoints.deviceArrivals, { params: { id }, query: { created_span: span }, signal }))
        .data,
    staleTime,
    ...kept,
    refetchInterval,
    placeholderData: keepPreviousData,
  })

const shownPictures = 12

/** The last pictures of a camera with their readings. */
export const devicePicturesQuery = (id: number) =>
  queryOptions({
    queryKey: deviceKeys.picturesOf(id),
    queryFn: async ({ signal }) =>
      (
        await call(deviceEndpoints.devicePictures, {
          params: { id },
          query: { limit: shownPictures },
          signal,
        })
      ).data,
    staleTime,
    ...kept,
    refetchInterval,
  })

const errorsAtOnce = 20

/** Error log of one device, newest first. */
export const errorsOfDeviceQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: deviceKeys.errors(id),
    queryFn: ({ pageParam, signal }) =>
      call(deviceEndpoints.errorsOfDevice, {
        params: { id },
        query: { limit: errorsAtOnce, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime,
    ...kept,
    refetchInterval,
  })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DeviceError, deviceEndpoints } from '../../../contract/devices.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import { call } from '../session/api.ts'
import { type List, listKeys } from './pagedList.ts'

/** All but `qr` and `errorLists` begin as `all` does: whatever changes a device asks for them anew. */
export const deviceKeys = {
  all: ['devices'],
  withDeleted: ['devices', 'with-deleted'],
  /** Of another organization. */
  foreign: (organizationId: number, withDeleted: boolean) => [
    'devices',
    'foreign',
    organizationId,
    withDeleted,
  ],
  arrivalsToday: ['devices', 'arrivals-today'],
  one: (id: number) => ['devices', 'one', id] as const,
  history: (id: number, span: Span) => ['devices', 'history', id, span] as const,
  arrivals: (id: number, span: Span) => ['devices', 'arrivals', id, span] as const,
  /** Of every device: readings change with what is read in them. */
  pictures: ['devices', 'pictures'] as const,
  picturesOf: (id: number) => ['devices', 'pictures', id] as const,
  errors: (id: number) => ['devices', 'errors', id] as const,
  /** With any key. */
  qr: (id: number) => ['device-qr', id] as const,
  qrWith: (id: number, keyId: number | null) => ['device-qr', id, keyId] as const,
  errorLists: listKeys('device-errors').all,
}

/** Devices of the organization, of every type. */
export const devicesQuery = queryOptions({
  queryKey: deviceKeys.all,
  queryFn: async ({ signal }) => (await call(deviceEndpoints.devices, { signal })).data,
  staleTime: 60_000,
})

/** The deleted ones too. */
export const devicesWithDeletedQuery = queryOptions({
  queryKey: deviceKeys.withDeleted,
  queryFn: async ({ signal }) =>
    (await call(deviceEndpoints.devices, { query: { merge_deleted: true }, signal })).data,
  staleTime: 60_000,
  placeholderData: keepPreviousData,
})

/** Devices of another organization, with the deleted ones or without; for system administrators. */
export const foreignDevicesQuery = (organizationId: number, withDeleted: boolean) =>
  queryOptions({
    queryKey: deviceKeys.foreign(organizationId, withDeleted),
    queryFn: async ({ signal }) =>
      (
        await call(deviceEndpoints.devices, {
          query: { organization_id: organizationId, ...(withDeleted && { merge_deleted: true }) },
          signal,
        })
      ).data,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** Due times pass without anybody telling of them. */
const dueInterval = 5 * 60_000

/** While pictures wait their number falls from second to second. */
const waitingInterval = 15_000

/** Scheduled and arrived reports of today so far, and how many pictures wait to be read. */
export const arrivalsTodayQuery = queryOptions({
  queryKey: deviceKeys.arrivalsToday,
  queryFn: async ({ signal }) => (await call(deviceEndpoints.arrivalsToday, { signal })).data,
  staleTime: 60_000,
  refetchInterval: ({ state: { data } }) => (data && data.waiting > 0 ? waitingInterval : dueInterval),
})

/**
 * The text of a device’s QR code. No copy is kept, because it contains the device’s key. `keyId`: a key for all devices,
 * for a device without a key of its own.
 */
export const deviceQrQuery = (id: number, organizationId: number, keyId: number | null) =>
  queryOptions({
    queryKey: deviceKeys.qrWith(id, keyId),
    queryFn: async ({ signal }) =>
      (
        await call(deviceEndpoints.deviceQr, {
          params: { id },
          query: { organization_id: organizationId, ...(keyId !== null && { key_id: keyId }) },
          signal,
        })
      ).data.value,
    staleTime: 0,
    gcTime: 0,
    meta: { keptFor: 0 },
  })

interface DeviceErrorFilters {
  organizationId: number
  span: Span
  /** Parts of a device’s name and of a message. */
  device?: string | undefined
  message?: string | undefined
}

/** Where nobody tells of changes. */
const pollInterval = 60_000

/** Error log of all devices, newest first. */
export const deviceErrorList = (filters: DeviceErrorFilters): List<DeviceError> => ({
  noun: 'device-errors',
  filters,
  order: 'desc',
  fetch: async ({ limit, skip, after }, signal) => {
    const { span, organizationId, device, message } = filters
    const query = {
      limit,
      skip,
      after,
      created_span: spanQuery(span),
      organization_id: organizationId,
      device,
      message,
    }
    const { data, ...rest } = await call(deviceEndpoints.deviceErrors, { query, signal })
    return { rows: data, ...rest }
  },
  pollInterval: () => pollInterval,
})

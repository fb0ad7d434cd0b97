import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type MapPin, type MapPlan, mapEndpoints, type PinType } from '../../../contract/maps.ts'
import { useAccount } from '../queries/account.ts'
import { devicesQuery } from '../queries/devices.ts'
import { mapKeys } from '../queries/maps/mapKeys.ts'
import { mapAreasQuery, mapsQuery } from '../queries/maps/maps.ts'
import { call } from '../session/api.ts'

interface AreaInput {
  id: number | null
  name: string
  description: string
}

interface MapInput extends AreaInput {
  map_area_id: number | null
  /** Null: its own stays. */
  image: string | null
}

interface PinInput {
  name: string
  type: PinType
  xratio: number
  yratio: number
}

const reload = (client: QueryClient) => void client.invalidateQueries({ queryKey: mapKeys.all })

/** Deleting a pin or a map takes devices off it. */
function reloadWithDevices(client: QueryClient): void {
  reload(client)
  void client.invalidateQueries({ queryKey: devicesQuery.queryKey })
}

/** Adds a map area, or changes the one with `id`; lists show it at once and reload behind it. */
export function useSaveMapArea() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, name, description }: AreaInput) => {
      const body = { name, description, organization_id: organization.id }
      const { data } =
        id === null
          ? await call(mapEndpoints.createMapArea, { body })
          : await call(mapEndpoints.updateMapArea, { params: { id }, body })
      return data
    },
    onSuccess: (saved) => {
      client.setQueryData(
        mapAreasQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      reload(client)
    },
  })
}

export function useDeleteMapArea() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(mapEndpoints.deleteMapArea, { params: { id } })).data,
    onSuccess: ({ id }) => {
      client.setQueryData(mapAreasQuery.queryKey, (rows) => rows?.filter((row) => row.id !== id))
      reload(client)
    },
  })
}

const keepMap = (client: QueryClient, saved: MapPlan) =>
  client.setQueryData(
    mapsQuery.queryKey,
    (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
  )

/** Adds a map, or changes the one with `id`. */
export function useSaveMap() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, image, ...fields }: MapInput) => {
      const body = { ...fields, organization_id: organization.id }
      const { data } =
        id === null
          ? await call(mapEndpoints.createMap, { body: { ...body, image_base64: image ?? '' } })
          : await call(mapEndpoints.updateMap, {
              params: { id },
              body: { ...body, ...(image !== null && { image_base64: image }) },
            })
      return data
    },
    onSuccess: (saved) => {
      keepMap(client, saved)
      reload(client)
    },
  })
}

export function useDeleteMap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(mapEndpoints.deleteMap, { params: { id } })).data,
    onSuccess: ({ id }) => {
      client.setQueryData(mapsQuery.queryKey, (rows) => rows?.filter((row) => row.id !== id))
      reloadWithDevices(client)
    },
  })
}

function keepPin(client: QueryClient, saved: MapPin): void {
  client.setQueryData(mapsQuery.queryKey, (maps) =>
    maps?.map((map) =>
      map.id === saved.map_id
        ? { ...map, map_pins: [...map.map_pins.filter(({ id }) => id !== saved.id), saved] }
        : map,
    ),
  )
}

export function useCreatePin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: PinInput & { map_id: number }) =>
      (await call(mapEndpoints.createMapPin, { body })).data,
    onSuccess: (pin) => {
      keepPin(client, pin)
      reload(client)
    },
  })
}

/** Changes a pin: only the fields that are given. */
export function useSavePin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, changes }: { id: number; changes: Partial<PinInput> }) =>
      (await call(mapEndpoints.updateMapPin, { params: { id }, body: changes })).data,
    onSuccess: (pin) => {
      keepPin(client, pin)
      reload(client)
    },
  })
}

export function useDeletePin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(mapEndpoints.deleteMapPin, { params: { id } })).data,
    onSuccess: ({ id }) => {
      client.setQueryData(mapsQuery.queryKey, (maps) =>
        maps?.map((map) => ({ ...map, map_pins: map.map_pins.filter((pin) => pin.id !== id) })),
      )
      reloadWithDevices(client)
    },
  })
}

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type Device, type DeviceType, deviceEndpoints } from '../../../contract/devices.ts'
import { useDeviceOrganization } from '../queries/deviceOrganization.ts'
import { deviceKeys, devicesQuery, devicesWithDeletedQuery } from '../queries/devices.ts'
import { meterKeys, metersQuery } from '../queries/meters.ts'
import { organizationKeys } from '../queries/organizations.ts'
import { call } from '../session/api.ts'

/** Gives a device another name; lists of devices and meters show it at once and reload behind it. */
export function useRenameDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) =>
      (await call(deviceEndpoints.updateDevice, { params: { id }, body: { name } })).data,
    onSuccess: ({ id, name }) => {
      const renamed = <Named extends { id: number }>(device: Named) =>
        device.id === id ? { ...device, name } : device
      for (const { queryKey } of [devicesQuery, devicesWithDeletedQuery])
        client.setQueryData(queryKey, (devices) => devices?.map(renamed))
      client.setQueryData(metersQuery.queryKey, (meters) =>
        meters?.map((meter) => ({ ...meter, device: meter.device && renamed(meter.device) })),
      )
      void client.invalidateQueries({ queryKey: deviceKeys.all })
      void client.invalidateQueries({ queryKey: meterKeys.all })
    },
  })
}

/** Shows a device as it is now in every list; what its meters say of it reloads behind it. */
function keepDevice(client: QueryClient, device: Device): void {
  const others = (devices: readonly Device[]) => devices.filter(({ id }) => id !== device.id)
  client.setQueryData(
    devicesQuery.queryKey,
    (devices) => devices && [...others(devices), ...(device.deleted_at === null ? [device] : [])],
  )
  client.setQueryData(devicesWithDeletedQuery.queryKey, (devices) => devices && [...others(devices), device])
  client.setQueryData(deviceKeys.one(device.id), device)
  void client.invalidateQueries({ queryKey: deviceKeys.all })
  void client.invalidateQueries({ queryKey: meterKeys.all })
}

/** Lists of the session’s organization show the device at once; those of another, and the organization, reload. */
function useKeepDevice() {
  const client = useQueryClient()
  const { id, foreign } = useDeviceOrganization()
  const keep = (device: Device) => {
    if (foreign) void client.invalidateQueries({ queryKey: devicesQuery.queryKey })
    else keepDevice(client, device)
    void client.invalidateQueries({ queryKey: organizationKeys.one(id) })
  }
  return { organizationId: id, keep }
}

export type DeviceUpdate = z.output<typeof deviceEndpoints.updateDevice.body>

/** What a person writes of a new device. */
interface NewDevice {
  name: string
  serial_number: string
  type: DeviceType
  interval_crons?: string
  parent_device_id?: number
  access_hash?: string
}

export function useCreateDevice() {
  const { organizationId, keep } = useKeepDevice()
  return useMutation({
    mutationFn: async (input: NewDevice) =>
      (await call(deviceEndpoints.createDevice, { body: { ...input, organization_id: organizationId } }))
        .data,
    onSuccess: keep,
  })
}

/** Deletes a device; it can be restored. */
export function useDeleteDevice() {
  const { organizationId, keep } = useKeepDevice()
  return useMutation({
    mutationFn: async (id: number) =>
      (
        await call(deviceEndpoints.deleteDevice, {
          params: { id },
          query: { organization_id: organizationId },
          body: { delete: true },
        })
      ).data,
    onSuccess: keep,
  })
}

export function useRestoreDevice() {
  const { organizationId, keep } = useKeepDevice()
  return useMutation({
    mutationFn: async (id: number) =>
      (
        await call(deviceEndpoints.updateDevice, {
          params: { id },
          query: { organization_id: organizationId },
          body: { deleted_at: null },
        })
      ).data,
    onSuccess: keep,
  })
}

/** Changes a device: only the fields that are given. */
export function useSaveDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, changes }: { id: number; changes: DeviceUpdate }) =>
      (await call(deviceEndpoints.updateDevice, { params: { id }, body: changes })).data,
    onSuccess: (device) => keepDevice(client, device),
  })
}

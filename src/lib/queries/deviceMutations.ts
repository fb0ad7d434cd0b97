import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { devicesQuery } from './devices.ts'
import { meterKeys, metersQuery } from './meters.ts'

/** Gives a device another name; lists of devices and meters show it at once and reload behind it. */
export function useRenameDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) =>
      (await call('updateDevice', { params: { id }, body: { name } })).data,
    onSuccess: ({ id, name }) => {
      const renamed = <Device extends { id: number }>(device: Device) =>
        device.id === id ? { ...device, name } : device
      client.setQueryData(devicesQuery.queryKey, (devices) => devices?.map(renamed))
      client.setQueryData(metersQuery.queryKey, (meters) =>
        meters?.map((meter) => ({ ...meter, device: meter.device && renamed(meter.device) })),
      )
      void client.invalidateQueries({ queryKey: devicesQuery.queryKey })
      void client.invalidateQueries({ queryKey: meterKeys.all })
    },
  })
}

import { Box, SimpleGrid, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type Device, deviceType, isCamera, measures } from '../../../../contract/devices.ts'
import { DeviceConnection } from '../connection/DeviceConnection.tsx'
import { ArrivalCalendar } from './ArrivalCalendar.tsx'
import { DeletedNote } from './DeletedNote.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { DeviceMeters } from './DeviceMeters.tsx'
import { DevicePictures } from './DevicePictures.tsx'
import { DeviceSummary } from './DeviceSummary.tsx'
import { ErrorLog } from './ErrorLog.tsx'
import { KeyBanner } from './KeyBanner.tsx'
import { StatusBanner } from './StatusBanner.tsx'

/** 端末詳細, read-only: what is the matter first, then what came, and what is set. */
export function DeviceView({ device, history }: { device: Device; history?: ReactNode }) {
  return (
    <>
      <DeletedNote device={device} />
      <StatusBanner device={device} />
      <KeyBanner device={device} />
      <DeviceSummary device={device} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg" miw={0}>
          {measures(device.type) && (
            <Part title="予定と実績">
              <ArrivalCalendar device={device} />
            </Part>
          )}
          {isCamera(device.type) && (
            <Part title="最近の写真">
              <DevicePictures device={device} />
            </Part>
          )}
          <Part title="測定メーター">
            <DeviceMeters device={device} />
          </Part>
        </Stack>
        <Stack gap="lg" miw={0}>
          {device.type !== deviceType.mobile && (
            <Part title="接続">
              <DeviceConnection device={device} />
            </Part>
          )}
          <Part title="端末情報">
            <DeviceFacts device={device} />
          </Part>
          <Part title="エラーログ">
            <ErrorLog id={device.id} />
          </Part>
          {history && <Part title="操作履歴">{history}</Part>}
        </Stack>
      </SimpleGrid>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box aria-labelledby={id} component="section" miw={0}>
      <Box id={id} component="h2" mb="xs" fz="md" lh={1.5}>
        {title}
      </Box>
      {children}
    </Box>
  )
}

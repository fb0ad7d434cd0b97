import { Box, Group, Stack } from '@mantine/core'
import { IconDeviceCctv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Device } from '../../../contract/devices.ts'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import cards from '../../ui/table/Cards.module.css'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { Battery } from './Battery.tsx'
import { CurrentStatus } from './CurrentStatus.tsx'
import classes from './DeviceCard.module.css'
import type { DeviceKind } from './deviceKinds.ts'
import { adviceOf, keyAdviceOf } from './deviceTexts.ts'
import { MeterLinks } from './MeterLinks.tsx'
import { Signal } from './Signal.tsx'
import { TargetLink } from './TargetLink.tsx'

interface Props {
  device: Device
  kind: DeviceKind
  actions: ReactNode
}

/** On phones and tablets: how it is, when it last reported, and what to do. */
export function DeviceCard({ device, kind, actions }: Props) {
  const advice = adviceOf(device)
  const keyAdvice = keyAdviceOf(device, useCurrentMinute())
  const pictured = kind.name === 'camera'
  const last = kind.name === 'wifi' ? device.last_communicated_at : device.last_recorded_at
  return (
    <article className={cards.content} aria-label={device.name}>
      {pictured && (
        <div className={cards.picture}>
          <Thumbnail
            src={device.last_picture?.thumbnail ?? null}
            fallback={<IconDeviceCctv size={36} stroke={1.25} aria-hidden />}
          />
        </div>
      )}
      <Stack gap={4} miw={0}>
        <Box component="h2" fz="md" fw={700} lh={1.4} className="break-anywhere">
          <TargetLink route="/devices/$id" id={device.id} name={device.name}>
            {device.name}
          </TargetLink>
        </Box>
        <Group gap="4px 12px" fz="sm">
          <CurrentStatus device={device} />
          {kind.name !== 'mobile' && (
            <>
              {kind.name !== 'wifi' && <Battery percent={device.battery_per} />}
              <Signal dbm={device.last_dbm_recorded} />
            </>
          )}
        </Group>
        <Box component="p" fz="sm" c="dimmed" className="tabular-nums">
          {kind.name === 'wifi' ? '最終通信' : '最終測定'}{' '}
          {last === null ? kind.name === 'wifi' ? '通信なし' : '未測定' : <PlainTime time={last} />}
        </Box>
        {kind.name !== 'wifi' && <MeterLinks meters={device.meters} />}
      </Stack>
      {advice && (
        <p className={classes.advice}>
          <strong>{advice.cause}。</strong>
          {advice.check}
        </p>
      )}
      {keyAdvice && (
        <p className={classes.advice}>
          <strong>{keyAdvice.cause}。</strong>
          {keyAdvice.check}
        </p>
      )}
      <div className={classes.actions}>{actions}</div>
    </article>
  )
}

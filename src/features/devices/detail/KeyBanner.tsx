import { Box } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Device } from '../../../../contract/devices.ts'
import { isKeyExpired } from '../../../shared/keys/keyExpiry.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { keyAdviceOf } from '../deviceTexts.ts'
import { Banner } from './Banner.tsx'

/** Warns about a device's own key that has expired or expires soon. */
export function KeyBanner({ device }: { device: Device }) {
  const now = useCurrentMinute()
  const advice = keyAdviceOf(device, now)
  if (advice === null) return null
  return (
    <Banner
      tone={isKeyExpired(device.key_expire_at, now) ? 'abnormal' : 'waiting'}
      icon={IconKey}
      label="キーの有効期限"
    >
      <Box component="p" fw={700}>
        {advice.cause}。
      </Box>
      <p>{advice.check}</p>
    </Banner>
  )
}

import { ActionIcon, Box, Button } from '@mantine/core'
import { useLocalStorage, useNetwork } from '@mantine/hooks'
import { IconDeviceMobileDown, IconX } from '@tabler/icons-react'
import { isCapture } from '../../../offline/rows.ts'
import { useOutboxRows } from '../../lib/held/outboxRows.ts'
import { install, useInstallable } from '../../pwa/installPrompt.ts'
import classes from './InstallOffer.module.css'

/** Captures of the last day after which it is offered: who photographs twice will go on. */
const captures = 2

/** Offers to install the app in one line below home, once, and with signal: a browser fetches what it installs. */
export function InstallOffer() {
  const installable = useInstallable()
  const { online } = useNetwork()
  const taken = useOutboxRows().filter(isCapture)
  const [declined, setDeclined] = useLocalStorage({
    key: 'installDeclined',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (!installable || !online || declined || taken.length < captures) return null
  return (
    <section className={classes.offer} aria-label="アプリのインストール" data-keep-free>
      <IconDeviceMobileDown size={22} aria-hidden />
      <Box component="p" flex="1 1 8em" miw={0} fz="sm">
        アプリとして使えます
        <span className={classes.more}>。すぐに開け、未送信の写真もブラウザに消されにくくなります。</span>
      </Box>
      <Button size="compact-md" mih={48} onClick={() => void install()}>
        インストール
      </Button>
      <ActionIcon aria-label="今はしない" onClick={() => setDeclined(true)}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  )
}

import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirstScreen } from '../../lib/useFirstScreen.ts'
import classes from './InstallOffer.module.css'

/** Asks once in one line below home, then leaves its place to the next offer. ユーザー設定 changes the answer. */
export function FirstScreenOffer({ children }: { children: ReactNode }) {
  const [chosen, choose] = useFirstScreen()
  if (chosen !== undefined) return children
  return (
    <section className={`${classes.offer} ${classes.belowList}`} aria-label="最初の画面" data-keep-free>
      <Box component="p" flex="1 1 8em" miw={0} fz="sm">
        今日の画面を最初に開きますか
      </Box>
      <Button size="compact-md" mih={48} variant="light" onClick={() => choose('today')}>
        はい
      </Button>
      <Button size="compact-md" mih={48} variant="subtle" onClick={() => choose('home')}>
        いいえ
      </Button>
    </section>
  )
}

import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import '../../../src/global.css'
import { ConfirmDialogs } from '../../../src/ui/dialog/ConfirmDialogs.tsx'
import { colorVariables } from '../../../src/ui/theme/palette.ts'
import { theme } from '../../../src/ui/theme/theme.ts'
import { render } from './render.ts'

/** Renders as the console does, without animations. */
export const show = (children: ReactNode) =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      {children}
      <ConfirmDialogs />
      <Notifications />
    </MantineProvider>,
  )

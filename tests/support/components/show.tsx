import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type Fragment, type ReactNode, StrictMode } from 'react'
import { render } from 'vitest-browser-react'
import '../../../src/global.css'
import { ConfirmDialogs } from '../../../src/ui/dialog/ConfirmDialogs.tsx'
import { colorVariables } from '../../../src/ui/theme/palette.ts'
import { theme } from '../../../src/ui/theme/theme.ts'

/** Renders as the console does, without animations. With `Fragment` it mounts once, as when built. */
export const show = (children: ReactNode, Mode: typeof StrictMode | typeof Fragment = StrictMode) =>
  render(
    <Mode>
      <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
        {children}
        <ConfirmDialogs />
        <Notifications />
      </MantineProvider>
    </Mode>,
  )

import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import '../../src/global.css'
import { failureText } from '../../src/lib/failures.ts'
import { Questions } from '../../src/ui/dialog/Questions.tsx'
import { FailureTexts } from '../../src/ui/state/failures.ts'
import { colorVariables } from '../../src/ui/theme/palette.ts'
import { theme } from '../../src/ui/theme/theme.ts'

/** Renders as the console does, without its animations. */
export const show = (children: ReactNode) =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <FailureTexts value={failureText}>{children}</FailureTexts>
      <Questions />
      <Notifications />
    </MantineProvider>,
  )

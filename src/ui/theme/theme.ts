import { ActionIcon, Button, createTheme, Input } from '@mantine/core'
import { textLimit } from '../../../text/limits.ts'
import { keepCalendarFocus } from '../form/keepCalendarFocus.ts'
import { LoadingButton } from '../form/LoadingButton.tsx'
import { baseTheme } from './palette.ts'
import classes from './theme.module.css'

/** A dialog's header is not a `banner` landmark. */
const overlay = { transitionProps: { duration: 120 }, attributes: { header: { role: 'none' } } }

/** Not a default prop in Mantine's types. */
const drawnAs = { component: LoadingButton }

const controlHeight = 'var(--control-height)'

/** Keyboard focus stays in an open calendar, and returns to the field. */
const calendar = { popoverProps: { returnFocus: true }, onLevelChange: keepCalendarFocus }

/** What browsers suggest for one text field belongs to another one here. */
const text = { size: 'md', maxLength: textLimit, autoComplete: 'off' }

export const theme = createTheme({
  ...baseTheme,
  components: {
    // 48 px on touch screens, 40 px otherwise (`global.css`).
    Button: Button.extend({
      defaultProps: { size: 'md', ...drawnAs },
      vars: (_, { size }) => ({ root: size === 'md' ? { '--button-height': controlHeight } : {} }),
      classNames: {
        root: classes.button ?? '',
        label: classes.buttonLabel ?? '',
        loader: classes.buttonLoader ?? '',
      },
    }),
    Input: Input.extend({
      vars: (_, { size }) => ({ wrapper: size === 'md' ? { '--input-height': controlHeight } : {} }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', size: 'lg', ...drawnAs },
      vars: (_, { size }) => ({ root: size === 'lg' ? { '--ai-size': controlHeight } : {} }),
      classNames: { root: classes.actionIcon ?? '' },
    }),
    TextInput: { defaultProps: text },
    PasswordInput: { defaultProps: { size: 'md', maxLength: textLimit } },
    NumberInput: { defaultProps: { size: 'md' } },
    // Half an option at the end indicates more.
    Select: { defaultProps: { size: 'md', maxDropdownHeight: 246 } },
    MultiSelect: { defaultProps: { size: 'md', maxDropdownHeight: 246 } },
    Autocomplete: { defaultProps: { size: 'md', maxDropdownHeight: 246 } },
    Textarea: { defaultProps: text },
    DatePickerInput: { defaultProps: calendar },
    DateTimePicker: { defaultProps: calendar },
    Anchor: { defaultProps: { underline: 'hover' } },
    Modal: { defaultProps: overlay, classNames: { title: classes.overlayTitle ?? '' } },
    ModalRoot: { defaultProps: overlay },
    Drawer: { defaultProps: overlay, classNames: { title: classes.overlayTitle ?? '' } },
    // Not a second `banner` landmark.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': '閉じる' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, withArrow: true } },
  },
})

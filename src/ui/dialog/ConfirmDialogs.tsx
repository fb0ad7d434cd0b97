import { ModalsProvider } from '@mantine/modals'

/** Renders the questions of `confirm`; opened by events, so it does not need to wrap the screens. */
export const ConfirmDialogs = () => <ModalsProvider>{null}</ModalsProvider>

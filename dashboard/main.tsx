import './app/layers.css'
import './app/theme/mantine.css'
import '@mantine/notifications/styles.layer.css'
import './app/theme/styles.ts'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { firstLanguage, loadLanguage } from './app/language.ts'
import { queryClient } from './app/queries.ts'
import { router } from './app/router.tsx'
import { ConfirmQuestion } from './app/session/confirm-question.tsx'
import { colorSchemeManager } from './app/theme/color-scheme.ts'
import { cssVariables, theme } from './app/theme/theme.ts'

/** Shows the first message once loaded. */
const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}))

const root = document.getElementById('dashboard')
if (!root) throw new Error('The page has no place for the dashboard.')

/** Wait for the code of the screen before its frame shows. */
const FRAME_AFTER_MS = 200

const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const language = firstLanguage()
document.documentElement.lang = language
// The screen and its data load while the texts do.
const screen = router.load()

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider modalProps={{ withCloseButton: false }}>
            <Suspense>
              <Notifications position="bottom-center" />
            </Suspense>
            <RouterProvider router={router} />
            <ConfirmQuestion />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )

// The page preloads this module. Requests that start before the first render are answered during it.
const ahead = import('./app/ahead.ts').catch(() => undefined)
// Once React shows a frame, it keeps it for 300 ms.
const screenOrFrame = Promise.race([screen, afterMs(FRAME_AFTER_MS)])
Promise.all([loadLanguage(language), ahead, screenOrFrame]).then(render, () => {
  document.getElementById('unavailable')?.removeAttribute('hidden')
})

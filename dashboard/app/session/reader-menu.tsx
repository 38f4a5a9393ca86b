import { ActionIcon, Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { chooseLanguage, useLanguage } from '../language.ts'
import { Icon } from '../theme/icons.tsx'

/** Loads after the first paint. */
const SettingsMenu = lazy(async () => ({
  default: (await import('./settings-menu.tsx')).SettingsMenu,
}))

export const ReaderMenu = () => {
  const { language, texts } = useLanguage()
  const other = language === 'es' ? 'en' : 'es'
  const placeholder = (
    <ActionIcon variant="subtle" size="lg" aria-label={texts.settings} disabled>
      <Icon name="settings" />
    </ActionIcon>
  )
  return (
    <Group gap="xs" wrap="nowrap">
      <button
        className="plain"
        type="button"
        lang={other}
        onClick={() => void chooseLanguage(other)}
      >
        {texts.language}
      </button>
      <Suspense fallback={placeholder}>
        <SettingsMenu />
      </Suspense>
    </Group>
  )
}

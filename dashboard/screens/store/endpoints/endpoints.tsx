import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../app/api.ts'
import { useLanguage } from '../../../app/language.ts'
import { DialogButton } from '../../../parts/dialog.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { minuteLabel } from '../../../parts/values/moment.tsx'
import { ShownOnce } from '../../../parts/values/shown-once.tsx'
import { endpointsQuery } from '../panel-queries.ts'
import { StoreSection } from '../store-section.tsx'
import { useStoreTexts } from '../store-texts.ts'
import { EndpointForm, type NewSecret } from './endpoint-form.tsx'
import { EndpointItem } from './endpoint-item.tsx'
import { OwnAddress } from './own-address.tsx'

export const Endpoints = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { format, language } = useLanguage()
  const ofStore = useStoreTexts()
  const words = ofStore.endpoints
  const [made, setMade] = useState<NewSecret>()
  const list = useQuery(endpointsQuery(store.id))
  const canAdd = list.data ? list.data.data.length < list.data.most : false
  return (
    <StoreSection
      id="endpoints"
      title={words.title}
      act={
        canAdd ? (
          <DialogButton text={words.add} title={words.addTitle} variant="default">
            {(close) => <EndpointForm storeId={store.id} close={close} shown={setMade} />}
          </DialogButton>
        ) : null
      }
    >
      <Text size="sm">{words.about}</Text>
      {made ? (
        <ShownOnce
          key={made.secret}
          secrets={[{ label: `${words.secret}: ${made.url}`, value: made.secret }]}
          {...(made.until
            ? {
                note: format(ofStore.notify.overlap, {
                  until: minuteLabel(new Date(made.until), language),
                }),
              }
            : {})}
          close={() => setMade(undefined)}
        />
      ) : null}
      <Loaded query={list}>
        {({ data, most }) => (
          <>
            <Stack component="ul" gap={0} className="bare lines">
              {store.notify_url ? <OwnAddress storeId={store.id} url={store.notify_url} /> : null}
              {data.map((endpoint) => (
                <EndpointItem key={endpoint.id} endpoint={endpoint} shown={setMade} />
              ))}
            </Stack>
            {data.length === 0 ? <Text c="dimmed">{words.none}</Text> : null}
            {data.length >= most ? <Text c="dimmed">{format(words.most, { most })}</Text> : null}
          </>
        )}
      </Loaded>
    </StoreSection>
  )
}

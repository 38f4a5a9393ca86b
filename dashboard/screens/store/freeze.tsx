import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { useActs, useAdministers } from '../../parts/stores/use-administers.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

const FIELDS = ['why'] as const

/** Freezes a store, or shows who froze it and why; only owners thaw. */
export const Freeze = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useStoreTexts().freeze
  const administers = useAdministers(store.organization_id)
  const acts = useActs(store.organization_id)
  return (
    <StoreSection id="freeze" title={store.frozen_at ? texts.titleFrozen : texts.title}>
      {store.frozen_at ? <FrozenFacts store={store} /> : <Text>{texts.follows}</Text>}
      {store.frozen_at && !administers ? <Text c="dimmed">{texts.ownerThaws}</Text> : null}
      {store.frozen_at && administers ? (
        <WhyForm key="unfreeze" store={store} what="unfreeze" />
      ) : null}
      {!store.frozen_at && acts ? <WhyForm key="freeze" store={store} what="freeze" /> : null}
    </StoreSection>
  )
}

const FrozenFacts = ({ store }: { store: Schemas['WholeStore'] }) => {
  const { format } = useLanguage()
  const own = useStoreTexts().freeze
  return (
    <>
      <Text>
        {own.since} {store.frozen_at ? <Moment at={store.frozen_at} /> : null}
        {store.frozen_by ? ` ${format(own.by, { name: store.frozen_by })}` : null}
        {': '}
        <bdi>{store.frozen_why}</bdi>
      </Text>
      <Text>{own.isFrozen}</Text>
    </>
  )
}

const WhyForm = ({
  store,
  what,
}: {
  store: Schemas['WholeStore']
  what: 'freeze' | 'unfreeze'
}) => {
  const texts = useStoreTexts().freeze
  const [why, setWhy] = useState('')
  const act = useFormAction(use.useMutation('post', `/operator/v1/stores/{id}/${what}`), {
    done: texts.done[what],
  })
  return (
    <Form
      submit={() => act.run({ params: { path: { id: store.id } }, body: { why: why.trim() } })}
      send={texts.send[what]}
      isPending={act.isPending}
      canSend={why.trim() !== ''}
    >
      <Textarea
        label={texts.why[what]}
        description={texts.whyHint}
        required
        autosize
        maxLength={500}
        value={why}
        error={act.errors.why}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

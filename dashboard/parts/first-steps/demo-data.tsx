import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { FormFailure } from '../forms/form-failure.tsx'
import { useFormAction } from '../forms/use-form-action.ts'
import { useDemoData } from './use-begins.ts'

/** Offers demo orders and shows their progress. */
export const DemoDataButton = ({ leadsHome = false }: { leadsHome?: boolean }) => {
  const { format } = useLanguage()
  const texts = useTexts().demoData
  const { data } = useDemoData()
  const act = useFormAction(use.useMutation('post', '/operator/v1/demo-data'), {})
  useRedirectHome(leadsHome ? data?.state : undefined)
  if (!data || data.state === 'done') return null
  if (data.state === 'running') {
    const text = format(texts.made, { orders: data.orders, planned: data.orders_planned })
    return (
      <div className="filling" role="status">
        <progress aria-label={text} value={data.orders} max={data.orders_planned} />
        <Text c="dimmed">{text}</Text>
      </div>
    )
  }
  return (
    <Stack gap={4} align="center" ta="center">
      <Button variant="default" loading={act.isPending} onClick={() => act.run({})}>
        {texts.fill}
      </Button>
      <Text size="xs" c="dimmed">
        {format(texts.about, { orders: data.orders_planned })}
      </Text>
      <FormFailure act={act} />
      {data.reason ? (
        <Text c="red" role="alert">
          {texts.failed} <bdi>{data.reason}</bdi>
        </Text>
      ) : null}
    </Stack>
  )
}

const useRedirectHome = (state: string | undefined) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (state === 'running') wasRunning.current = true
    if (state !== 'done' || !wasRunning.current) return
    // Refetch first: with a stale, empty list `RedirectToFirstStore` would redirect back.
    void queries.invalidateQueries().then(() => navigate({ to: '/' }))
  }, [state, navigate, queries])
}

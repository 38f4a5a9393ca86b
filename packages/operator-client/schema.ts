// Written by `npm run docs:operator-client` from the routes. Do not edit it.

export interface paths {
  '/operator/v1/stores': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The stores of the person, by their ids */
    get: {
      parameters: {
        query?: {
          limit?: number
          cursor?: string
          search?: string
          ids?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Stores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    /** Connect a shop of the merchant's own; the gateway is asked whether it knows the key */
    post: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['NewStore']
        }
      }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ConnectedStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A store, and how it is connected */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['WholeStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Change what is named of a store, and nothing else */
    patch: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': {
            name?: string
            locale?: 'es' | 'en'
            /** `null`: the shop is notified nothing any more. */
            notify_url?: string | null
            orders_url?: string | null
            /** The decisions that change; `null` brings one back to its default. */
            policy?: { [name: string]: unknown }
          }
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Store']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    trace?: never
  }
  '/operator/v1/stores/{id}/secrets/notify-secret/rotate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Give a store another notify secret; the one before signs as well for a while */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': {
            /** Until when the one before is good, at most 30 days; without it, a day. */
            until?: string
          }
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['NotifySecretRotated']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/secrets/webhook-secret/rotate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Give a store the gateway's new signing secret; the one before verifies for a while */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': {
            /** The signing secret that the gateway's portal shows for the endpoint; at least 16 characters. */
            webhook_secret: string
            /** Lets an owner set a webhook secret of fewer than 16 characters; the audit log records that. API keys may not. */
            allow_short?: boolean
            /** Until when the one before is good, at most 30 days; without it, a day. */
            until?: string
          }
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Store']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/secrets/secret-key/rotate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Give a store another secret key of its gateway account */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': {
            /** Of the same environment. The gateway is asked whether it knows it. */
            secret_key: string
            publishable_key?: string
          }
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Store']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        502: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/disable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Refuse the API calls of a store and new payments; what is under way goes on */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['StoreOfPerson']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/enable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Let a disabled store take payments again */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['StoreOfPerson']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/gateway': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Where the portal of the gateway is, with its keys and webhooks */
    get: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Gateway']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/gateway-keys/test': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Ask the gateway whether it knows keys, without keeping them */
    post: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['GatewayKeys']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['TestedGatewayKeys']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/checkouts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Get an order of a store ready to be paid, such as a first one to try it out */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['CheckoutRequest']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Checkout']
          }
        }
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Checkout']
          }
        }
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Checkout']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        402: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        413: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        502: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/demo-data': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Whether demo data are offered, or how far they are made */
    get: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['DemoData']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    /** Make some dozens of orders of a demo store, by way of the sandbox; it is done once */
    post: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['DemoData']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** All orders that fit the filters, as a table */
    get: {
      parameters: {
        query?: {
          store_id?: string
          status?: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled'
          conflict?: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payments.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** All payments that fit the filters, as a table */
    get: {
      parameters: {
        query?: {
          store_id?: string
          state?: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled' | 'intended' | 'refused' | 'abandoned' | 'declined' | 'authenticating'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/refunds.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** All refunds that fit the filters, as a table */
    get: {
      parameters: {
        query?: {
          store_id?: string
          state?: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/order-views': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The searches for orders that the person has saved */
    get: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrderViews']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    /** Save a search for orders, in place of the one of that name */
    post: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['OrderView']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrderViews']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    /** Forget a saved search */
    delete: {
      parameters: {
        query: {
          name: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrderViews']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Orders of all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          status?: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled'
          conflict?: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
          search?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrdersOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** All that is known of an order */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['WholeOrder']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/notify': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Notify the store once more how the order stands */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrderOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/timeline': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What happened to an order, oldest first */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Timeline']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/receipt': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The gateway's receipt of an order */
    get: {
      parameters: {
        query?: {
          payment_id?: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Receipt']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        502: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/receipt.pdf': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The gateway's receipt as a PDF */
    get: {
      parameters: {
        query?: {
          payment_id?: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/pdf': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        502: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/cancel': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** The order is not to be paid any more */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrderWithPayment']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/orders/{id}/refunds': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Refund: all of it, or a part, within the limit of the role */
    post: {
      parameters: {
        query?: never
        header: {
          'Idempotency-Key': string
        }
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['RefundRequest']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfOrder']
          }
        }
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfOrder']
          }
        }
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfOrder']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/orders/notify': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Notify a store once more of all orders that it has in another way than the gateway (`store_disagrees`), or say how many these are */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['NotifyStore']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['NotifyReport']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payments': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Payments of all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled' | 'intended' | 'refused' | 'abandoned' | 'declined' | 'authenticating'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['PaymentsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payments/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A payment */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['PaymentOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payments/{id}/ask': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Ask the gateway how a payment stands, and record what it says */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['PaymentOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        502: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/refunds': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Voids and refunds of all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
          currency?: string
          amount_minor_from?: string
          amount_minor_to?: string
          created_from?: string
          created_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/refunds/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A void or a refund */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/refunds/{id}/cancel': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Cancel a refund that waits */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfOrder']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/refunds/{id}/resolve': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Answer for a refund that may already have been made */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['RefundResolution']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RefundOfOrder']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/alerts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What a person should look at, in all of their stores, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'open' | 'closed' | 'all'
          kind?: 'order_paid_twice' | 'order_paid_other_amount' | 'order_paid_after_cancellation' | 'refund_not_accepted_yet' | 'refund_refused' | 'refund_not_shown' | 'refund_outside_puente' | 'store_refund_not_possible' | 'gateway_key_refused' | 'saved_cards_disabled' | 'request_fields_dropped' | 'request_fields_refused' | 'task_given_up' | 'payment_not_at_gateway' | 'payment_differs' | 'payment_without_order' | 'gateway_data_unreadable' | 'store_disagrees' | 'store_access_refused' | 'order_not_in_store' | 'order_id_reused' | 'store_data_unreadable' | 'store_not_compared' | 'differences_not_listed' | 'reconciliation_failed' | 'shop_unreachable' | 'shop_paused' | 'gateway_unreachable' | 'webhooks_stopped' | 'previous_secret_in_use' | 'customer_data_requested' | 'refund_not_in_store' | 'payment_method_unknown' | 'api_version_ending' | 'alerts_not_delivered'
          assigned_to?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['AlertsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/alert-groups': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Open alerts of one cause as one, with the money at stake, the newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['AlertGroups']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/alerts/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Say who sees to an alert, and note something about it */
    patch: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['AlertChange']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['AlertOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    trace?: never
  }
  '/operator/v1/alerts/{id}/close': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Take an alert off the list that was dealt with */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ListedProblem']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/events': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Webhooks that came in for all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          source?: string
          state?: 'waiting' | 'given_up'
          message_id?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['EventsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/events/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A webhook that came in, with its body masked */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['EventOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/events/{id}/replay': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Handle a webhook once more that was given up */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Event']
          }
        }
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Event']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/notifications': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What the stores of the person were or are to be notified of, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up'
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['NotificationsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/notifications/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A notification with what it says, and how the store answered its tries */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['NotificationWithBody']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/notifications/{id}/resend': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Notify the store once more, under the same `webhook-id` */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Notification']
          }
        }
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Notification']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/notifications/resume': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Try a store again that was left alone or paused */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['NotificationsResumed']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/webhook-health': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** How the gateway's deliveries to a store have gone lately */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['WebhookHealth']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/webhook-test': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Send a signed event of our own to the webhook address of a store */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['WebhookSelfTest']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/tasks': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What Puente still has to do, or has given up, in all stores of the person */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'ready' | 'queued' | 'running' | 'done' | 'dead' | 'all'
          kind?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['TasksOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/tasks/replay': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Do dead tasks again that fit a filter, or say which those are */
    post: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['ReplayFilter']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ReplayReport']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/tasks/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** A task, with how its tries went and what it waits for */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Task']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/tasks/{id}/try': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Try a task that waits now */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Task']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/tasks/{id}/replay': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Do a dead task again */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Task']
          }
        }
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Task']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/circuits': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Gateway accounts and shops that fail or are left alone; of one store, both however they are */
    get: {
      parameters: {
        query?: {
          store_id?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['CircuitsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/circuits/{id}/try': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Try a gateway account (`gateway:STORE`) or a shop (`store:STORE`) now */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['CircuitTried']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/reconciliations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Reconciliations of all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'running' | 'stopped' | 'done' | 'failed'
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ReconciliationsOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/reconciliations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Compare gateway, database and store for a window of Honduras days, and repair */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['ReconciliationRequest']
        }
      }
      responses: {
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Reconciliation']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/reconciliations/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The report of a reconciliation, with its discrepancies and their orders */
    get: {
      parameters: {
        query?: {
          action?: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
          limit?: number
          cursor?: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ReconciliationReportOfStore']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/reconciliations/{id}/report.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The discrepancies of a reconciliation as a table */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/reconciliations/{id}/stop': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Stop a reconciliation where it is */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Reconciliation']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/reconciliations/{id}/resume': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Let a reconciliation that was stopped or failed go on where it was */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        202: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Reconciliation']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/settlements': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What was charged on each Honduras day, in the database and at the gateway */
    get: {
      parameters: {
        query: {
          from: string
          to: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['SettlementList']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/settlements.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The same as a table */
    get: {
      parameters: {
        query: {
          from: string
          to: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/money': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** What was paid, refunded and declined on each Honduras day, and how fast stores were notified */
    get: {
      parameters: {
        query: {
          from: string
          to: string
          store_id?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['MoneyByDay']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/money/rows': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The payments or refunds that the sums of a window of Honduras days count, newest first */
    get: {
      parameters: {
        query: {
          from: string
          to: string
          store_id?: string
          limit?: number
          cursor?: string
          kind: 'paid' | 'refunded' | 'declined'
          currency?: string
          code?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['MoneyRows']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/health': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** How the stores of the person are doing, and since when */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          ids?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['HealthOfStores']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/api-keys': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The API keys of all stores of the person, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          state?: 'in_force' | 'all'
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ApiKeys']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/stores/{id}/api-keys': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Make an API key of a store */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['NewApiKey']
        }
      }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['MadeApiKey']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/api-keys/{id}/rotate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Replace a key by a new one of the same rights; the old one goes on for a day */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['RotateApiKey']
        }
      }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['RotatedApiKey']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/api-keys/{id}/revoke': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Revoke a key at once */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ApiKey']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/people': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The people of the organizations that the person owns */
    get: {
      parameters: {
        query?: {
          organization_id?: string
          limit?: number
          cursor?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Members']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/organizations/{id}/invitations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    /** Invite somebody into an organization: by a link, which is mailed where that is set up */
    post: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['NewInvitation']
        }
      }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Invitation']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/people/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    post?: never
    /** Take a person out of an organization at once */
    delete: {
      parameters: {
        query: {
          organization_id: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ChangedMember']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    options?: never
    head?: never
    /** Give a person another role in an organization; it holds from their next request on */
    patch: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['PersonChange']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['ChangedMember']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        409: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    trace?: never
  }
  '/operator/v1/organizations/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Say how much operators of an organization may refund, at once and in a day */
    patch: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['OrganizationChange']
        }
      }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['OrganizationLimit']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    trace?: never
  }
  '/operator/v1/stores/{id}/people': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Who can see to the alerts of a store: the people of its organization, by name */
    get: {
      parameters: {
        query?: never
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Assignees']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/organizations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** The organizations that the person owns, with the invitations that wait for somebody */
    get: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['Organizations']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/invitations/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get?: never
    put?: never
    post?: never
    /** Take an invitation back: its link stops working at once */
    delete: {
      parameters: {
        query: {
          organization_id: string
        }
        header?: never
        path: {
          id: string
        }
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['TakenBackInvitation']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/audit.csv': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** All of the audit log that fits the filters, as a table */
    get: {
      parameters: {
        query?: {
          store_id?: string
          since?: string
          until?: string
          actor_id?: string
          action?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/csv': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/audit': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Who wanted what in the organizations that the person owns, newest first */
    get: {
      parameters: {
        query?: {
          store_id?: string
          limit?: number
          cursor?: string
          since?: string
          until?: string
          actor_id?: string
          action?: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'application/json': components['schemas']['AuditEntries']
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        404: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        422: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/changes': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    /** Server-sent events of what changes in the stores of the person */
    get: {
      parameters: {
        query?: never
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: {
            'text/event-stream': string
          }
        }
        401: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        403: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        500: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
        503: {
          headers: { [name: string]: unknown }
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}

export interface components {
  schemas: {
    NewStore: {
      /** Short and readable: part of the webhook address. */
      id: string
      name: string
      /** Whose it becomes; only who administers several has to say it. */
      organization_id?: string
      locale?: 'es' | 'en'
      /** The gateway's secret key. */
      secret_key: string
      publishable_key?: string | null
      /** The gateway's signing secret; at least 16 characters. */
      webhook_secret: string
      /** Lets an owner set a webhook secret of fewer than 16 characters; the audit log records that. API keys may not. */
      allow_short?: boolean
      notify_url?: string | null
      orders_url?: string | null
    }
    GatewayKeys: {
      secret_key: string
      publishable_key?: string | null
      webhook_secret?: string
      /** Lets an owner set a webhook secret of fewer than 16 characters; the audit log records that. API keys may not. */
      allow_short?: boolean
    }
    CheckoutRequest: {
      order: {
        /** The shop's own id of the order. */
        id: string
        /** What the customer knows the order by. A number is taken as its text. */
        number?: string
        /** A decimal string: `"125.50"`. Never a number. As people type it, it is understood where it can mean one amount only: `1,450.00`, `1.450,00`, `1 450,00`, `1450,50`. `1,450` and `1.450` lempiras are refused, with both readings. Answers have the plain decimal. */
        amount: string
        /** Alphabetic ISO 4217 code: `HNL`. */
        currency: string
        /** Puente cuts it after 1,000 characters, and sends the gateway the first 120. */
        description?: string
        /** Prefills the checkout; Puente creates no customer record. It leaves out fields that it cannot read: no text, no e-mail address, a phone or identity number of more than 50 characters, a card number. It cuts a long name. */
        customer?: {
          name?: string
          email?: string
          phone?: string
          identity_number?: string
        }
        /** Returned unchanged, except that `[card number]` replaces card numbers. Puente keeps the first 30 keys of 1 to 40 characters, cuts a text after 500, and leaves out lists and objects. */
        metadata?: { [name: string]: string | number | boolean | null }
      }
      /** Where the customer goes once the payment is confirmed. */
      success_url?: string
      /** Where the customer goes who does not want to pay. */
      cancel_url?: string
      /** How long the order can be paid. Without it, it does not expire. */
      expires_in_minutes?: number
      /** The language of the customer's pages. `auto`: that of the browser that opens them; what the gateway shows (`Pedido 1001`) is then in the language of this request's `Accept-Language`, or the store's. Without it, the store's. */
      locale?: 'es' | 'en' | 'auto'
      /** Where the pay link leads: to the gateway's checkout (`hosted`) or to Puente's own page with the gateway's card fields (`card_page`, which makes no payment before the customer confirms). Without it, the store's policy. */
      mode?: 'hosted' | 'card_page'
      /** A saved card (`pm_…`) to charge now, without the customer. Without it, the order gets a checkout. */
      payment_method?: string
      /** What follows when the saved card is declined: a checkout for the order, or nothing. Without it, the store's policy. */
      on_decline?: 'checkout' | 'stop'
    }
    OrderView: {
      name: string
      /** As the address of the dashboard has it. */
      search: { [name: string]: string }
    }
    RefundRequest: {
      /** A decimal string in the currency of the payment. Without it, all that is left. As people type it, it is understood where it can mean one amount only: `1,450.00`, `1.450,00`, `1 450,00`, `1450,50`. `1,450` and `1.450` lempiras are refused, with both readings. Answers have the plain decimal. */
      amount?: string
      /** For shops that want to be sure: has to be the currency of the payment. */
      currency?: string
      /** Decimals that the store shows, if it rounds amounts to fewer than the currency has. An `amount` that is the rest of the order, rounded so, refunds that rest exactly: 28 of an order of 27.50 with 0 decimals refunds 27.50. */
      shown_decimals?: number
      reason?: string
      /** Which payment, when an order was paid twice. Without it, the current one. */
      payment_id?: string
      /** When this was asked for first, if the answer was lost. What somebody has refunded in the gateway's portal since then, of the same amount, is taken for this refund. */
      first_asked_at?: string
    }
    NotifyStore: {
      /** Say what the store would be notified of, and do nothing. Only `false` does it. */
      dry?: boolean
    }
    RefundResolution: {
      /** - `already_made`: the gateway's portal shows this refund; Puente sends nothing - `refund_anyway`: the portal shows a different refund; Puente sends this one */
      resolution: 'already_made' | 'refund_anyway'
    }
    AlertChange: {
      /** The id of a person of the store's organization; `null`: nobody. */
      assigned_to?: string | null
      note?: string | null
    }
    ReplayFilter: {
      /** Only of this store; without it, of all stores of the person. */
      store_id?: string
      kind?: string
      died_after?: string
      died_before?: string
      /** Say what would be done again, and do nothing. Only `false` does it. */
      dry?: boolean
    }
    ReconciliationRequest: {
      /** The first Honduras day. */
      from: string
      /** The last Honduras day, inclusive. */
      to: string
      /** Say what would be done, and change nothing. */
      dry?: boolean
    }
    NewApiKey: {
      name: string
      /** None includes another one. */
      scopes: ('read' | 'checkout' | 'refund' | 'admin')[]
      refund_limit?: {
        amount: string
        currency: string
      }
      refund_day_limit?: {
        amount: string
        currency: string
      }
      expires_at?: string
    }
    RotateApiKey: {
      /** Until when the old one goes on. */
      until?: string
      /** When the new one ends by itself. */
      expires_at?: string
    }
    NewInvitation: {
      email: string
      role: 'owner' | 'operator' | 'viewer'
      /** Of the mail; without it, that of the request. */
      language?: 'es' | 'en'
    }
    PersonChange: {
      organization_id: string
      role: 'owner' | 'operator' | 'viewer'
    }
    OrganizationChange: {
      /** `null`: as much as was paid. */
      operator_refund_limit?: {
        amount: string
        currency: string
      } | null
      /** What each operator may refund within a day of Honduras; `null`: no limit. */
      operator_refund_day_limit?: {
        amount: string
        currency: string
      } | null
    }
    Stores: {
      data: (components['schemas']['StoreOfPerson'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    StoreOfPerson: {
      id: string
      name: string
      organization_id: string
      platform: string
      environment: 'test' | 'live'
      locale: 'es' | 'en'
      /** Where the gateway delivers its events. */
      webhook_url: string
      connected_at: string
      disabled_at: string | null
      created_at: string
    }
    Problem: {
      /** Identifies the kind of problem. */
      type: string
      /** In English; of what is about money, in the language of `Accept-Language`. */
      title: string
      status: number
      detail?: string
      /** The kind of problem in one word; branch on this. */
      code: 'idempotency_key_required' | 'idempotency_key_reused' | 'internal_error' | 'invalid_fields' | 'invalid_json' | 'not_allowed' | 'not_found' | 'rotated_too_often' | 'store_disabled' | 'too_busy' | 'too_large' | 'try_again' | 'wrong_api_key' | 'wrong_platform' | 'fresh_sign_in_needed' | 'not_signed_in' | 'too_many_sign_ins' | 'wrong_origin' | 'wrong_sign_in' | 'last_owner' | 'member_already' | 'has_orders' | 'already_paid_at_gateway' | 'card_declined' | 'card_fields_not_set_up' | 'card_page_not_set_up' | 'charge_unresolved' | 'no_charge_known' | 'no_such_order' | 'no_such_saved_card' | 'order_already_paid' | 'order_cancelled' | 'order_id_reused' | 'order_not_charged' | 'saved_cards_disabled' | 'token_refused' | 'gateway_address_wrong' | 'gateway_key_refused' | 'gateway_unreachable' | 'gateway_unreadable' | 'refused_by_gateway' | 'no_such_refund' | 'no_such_refund_at_gateway' | 'refund_above_day_limit' | 'refund_above_limit' | 'refund_above_rest' | 'refund_done' | 'refund_given_back_already' | 'refund_key_refused' | 'refund_not_found_at_gateway' | 'refund_not_in_question' | 'refund_not_paid' | 'refund_not_refundable_yet' | 'refund_nothing_left' | 'refund_refused' | 'refund_refused_by_gateway' | 'refund_transaction_not_shown' | 'refund_under_way' | 'refund_unreadable_at_gateway' | 'refund_voided' | 'refund_withdrawn' | 'wrong_currency' | 'event_handled' | 'nothing_waits' | 'reconciliation_running' | 'reconciliation_state' | 'task_dead' | 'task_done' | 'task_done_by_replay' | 'task_not_dead' | 'task_under_way' | 'clock_differs' | 'keys_not_awaited' | 'not_signed' | 'replayed_call' | 'session_token_refused' | 'shop_silent' | 'too_many_connections' | 'unknown_store' | 'wrong_signature'
      /** Whether the same request may succeed later. */
      retry: 'retry' | 'permanent' | 'ask-a-person'
      /** The processor's code of a declined card; branch on this. */
      decline_code?: string
      /** Of a declined card: a plain sentence for the customer, in the order's language. */
      customer_message?: string
      /** Of a declined card whose order got no checkout instead: the `code` that says why. The same request goes on with the checkout; the card is not charged again. */
      checkout_code?: 'idempotency_key_required' | 'idempotency_key_reused' | 'internal_error' | 'invalid_fields' | 'invalid_json' | 'not_allowed' | 'not_found' | 'rotated_too_often' | 'store_disabled' | 'too_busy' | 'too_large' | 'try_again' | 'wrong_api_key' | 'wrong_platform' | 'fresh_sign_in_needed' | 'not_signed_in' | 'too_many_sign_ins' | 'wrong_origin' | 'wrong_sign_in' | 'last_owner' | 'member_already' | 'has_orders' | 'already_paid_at_gateway' | 'card_declined' | 'card_fields_not_set_up' | 'card_page_not_set_up' | 'charge_unresolved' | 'no_charge_known' | 'no_such_order' | 'no_such_saved_card' | 'order_already_paid' | 'order_cancelled' | 'order_id_reused' | 'order_not_charged' | 'saved_cards_disabled' | 'token_refused' | 'gateway_address_wrong' | 'gateway_key_refused' | 'gateway_unreachable' | 'gateway_unreadable' | 'refused_by_gateway' | 'no_such_refund' | 'no_such_refund_at_gateway' | 'refund_above_day_limit' | 'refund_above_limit' | 'refund_above_rest' | 'refund_done' | 'refund_given_back_already' | 'refund_key_refused' | 'refund_not_found_at_gateway' | 'refund_not_in_question' | 'refund_not_paid' | 'refund_not_refundable_yet' | 'refund_nothing_left' | 'refund_refused' | 'refund_refused_by_gateway' | 'refund_transaction_not_shown' | 'refund_under_way' | 'refund_unreadable_at_gateway' | 'refund_voided' | 'refund_withdrawn' | 'wrong_currency' | 'event_handled' | 'nothing_waits' | 'reconciliation_running' | 'reconciliation_state' | 'task_dead' | 'task_done' | 'task_done_by_replay' | 'task_not_dead' | 'task_under_way' | 'clock_differs' | 'keys_not_awaited' | 'not_signed' | 'replayed_call' | 'session_token_refused' | 'shop_silent' | 'too_many_connections' | 'unknown_store' | 'wrong_signature'
      /** Of a call whose signature bears another time: what our clock says. */
      server_time?: string
      /** The fields that are wrong. */
      errors?: ({
        path: string
        message: string
      })[]
      /** What the request is called in our log; the header `x-request-id` says it, too. */
      request_id?: string
      /** Of a refused checkout: the order as it stands now. */
      order?: components['schemas']['OrderInMessage']
      /** Of a refused checkout: the link of the order. It leads to its checkout as soon as the gateway makes one. */
      pay_url?: string
    }
    OrderInMessage: {
      /** The shop's own id of the order. */
      id: string
      /** What the customer knows the order by. */
      number: string | null
      amount: string
      currency: string
      /** - `awaiting_payment`: not paid yet; the pay link leads to the checkout - `payment_expired`: not paid, and the time to pay is over; a new checkout opens it again - `paid`: the money was taken - `partially_refunded`: paid, and a part was refunded - `refunded`: paid, and all of it was refunded - `voided`: the charge was undone before it was settled - `on_hold`: money was taken that does not fit the order; a person has to look - `cancelled`: the shop has cancelled it, or its policy did when its time to pay was over; no money was taken */
      status: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled'
      /** Why a person should look at this order's money. - `paid_twice`: money was taken by more than one payment - `paid_other_amount`: another amount or currency than asked for was taken - `paid_after_cancellation`: money was taken after the shop had cancelled the order - `not_paid_at_gateway`: a signed event paid the order, but the gateway answered twice that it charged nothing */
      conflict: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway' | null
      /** The payment that pays the order: of those that took its amount, the one that was paid first. `null`: none does. */
      effective_payment_id: string | null
      /** Why this order cannot be paid as it is: the gateway refuses its payment for good. `null` again once it accepts one. */
      last_payment_error: {
        /** - `currency_refused`: its currency is not enabled on the terminal of the store - `amount_refused`: its amount is not accepted - `terminal_unavailable`: the gateway has not provisioned the sandbox of the store - `request_refused`: something else of it is not accepted; `message` says what */
        code: 'currency_refused' | 'amount_refused' | 'terminal_unavailable' | 'request_refused'
        /** The gateway's words, for you. */
        message: string | null
        at: string
      } | null
      description: string | null
      customer: components['schemas']['Customer']
      metadata: { [name: string]: unknown }
      created_at: string
      paid_at: string | null
    }
    /** Prefills the checkout; Puente creates no customer record. It leaves out what it cannot read, and fields that hold a card number. */
    Customer: {
      name?: string
      email?: string
      phone?: string
      identity_number?: string
    }
    ConnectedStore: {
      store: components['schemas']['StoreOfPerson']
      /** The key itself; it is shown this once. */
      api_key: string
      /** By which the store verifies what it is told; it is shown this once. */
      notify_secret: string
      /** `false`: the gateway did not answer, so the secret key is not tried yet. */
      gateway_reached: boolean
    }
    WholeStore: {
      id: string
      name: string
      platform: string
      environment: 'test' | 'live'
      locale: 'es' | 'en'
      /** Without password and query, which may be secrets. */
      notify_url: string | null
      orders_url: string | null
      /** Where the gateway delivers the store's events. */
      webhook_url: string
      /** How it begins and ends. */
      publishable_key: string | null
      secrets: {
        /** `null`: no key of the installation opens it. */
        secret_key: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
        /** `null`: no key of the installation opens it. */
        webhook_secret: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
        /** `null`: no key of the installation opens it. */
        notify_secret: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
      }
      /** What the store has decided; what is not in it has its default. */
      policy: { [name: string]: unknown }
      connected_at: string
      updated_at: string
      organization_id: string
      disabled_at: string | null
      /** What holds: what the store has decided, and the defaults of the rest. */
      decisions: {
        on_conflict: 'hold' | 'refund'
        confirm_above?: { [name: string]: string }
        on_expiry: 'leave' | 'cancel'
        checkout_mode: 'hosted' | 'card_page'
        card_page_theme: 'auto' | 'light' | 'dark'
        card_page_accent_color?: string
        save_cards: boolean
        saved_card_route: 'by-method' | 'by-token'
        saved_card_on_decline: 'checkout' | 'stop'
        name_template?: string
        description_template: string
        lock_customer_fields: boolean
        sales_tax?: {
          type: 'fixed'
          value: string
        } | {
          type: 'percentage'
          value: string
        }
        tip?: {
          preset_percentages: (string)[]
          allow_custom: boolean
        }
        reconcile: {
          nightly: boolean
          days: number
        }
        platform: { [name: string]: unknown }
        service_fee: boolean
      }
    }
    Store: {
      id: string
      name: string
      platform: string
      environment: 'test' | 'live'
      locale: 'es' | 'en'
      /** Without password and query, which may be secrets. */
      notify_url: string | null
      orders_url: string | null
      /** Where the gateway delivers the store's events. */
      webhook_url: string
      /** How it begins and ends. */
      publishable_key: string | null
      secrets: {
        /** `null`: no key of the installation opens it. */
        secret_key: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
        /** `null`: no key of the installation opens it. */
        webhook_secret: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
        /** `null`: no key of the installation opens it. */
        notify_secret: {
          /** How it begins and ends; a secret is never shown. */
          hint: string
          /** Those before it that are still good. */
          replaced: ({
            hint: string
            /** It is good until then. */
            until: string
          })[]
        } | null
      }
      /** What the store has decided; what is not in it has its default. */
      policy: { [name: string]: unknown }
      connected_at: string
      updated_at: string
    }
    NotifySecretRotated: {
      /** It is shown this once. */
      notify_secret: string
      previous_until: string
    }
    Gateway: {
      /** `null`: it is not known here. */
      portal_url: string | null
    }
    TestedGatewayKeys: {
      /** `false`: it does not answer; the keys may be fine. */
      reached: boolean
      environment: 'test' | 'live' | null
    }
    Checkout: {
      order: components['schemas']['OrderInMessage']
      /** `null` before the customer confirms one on the card page. */
      payment: components['schemas']['PaymentInMessage'] | null
      /** The saved card was declined, and this checkout takes its place. */
      declined: {
        /** The processor's; branch on it. */
        code: string
        /** The processor's words, for you. */
        message: string | null
        /** A plain sentence for the customer, in the order's language. */
        customer_message: string
      } | null
      /** Voids and refunds, the first one first. */
      refunds: (components['schemas']['Refund'])[]
      /** The durable link at which the customer pays this order. */
      pay_url: string
    }
    PaymentInMessage: {
      id: string
      /** 1 for the first attempt at the order. */
      attempt: number
      mode: 'hosted' | 'card_page' | 'saved_card'
      /** As at the gateway; besides, of a charge: `declined`, `authenticating` while its customer is at the bank, and `processing` while its outcome is not known. */
      state: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled' | 'declined' | 'processing' | 'authenticating'
      /** Why the processor declined a charge; branch on `code`. */
      decline: {
        code: string
        message: string | null
      } | null
      amount: string
      currency: string
      /** What the customer is charged, with fees and tips. */
      total: string | null
      service_fee: string | null
      sales_tax: string | null
      tip: string | null
      refunded_amount: string
      /** The gateway's page for this attempt. Send customers to `pay_url` instead. */
      checkout_url: string | null
      gateway_payment_id: string | null
      /** The gateway's id of the charge, as soon as it is known. It does not mean paid: a charge that was declined, or waits for its customer at the bank, can have one, too. */
      transaction_id: string | null
      expires_at: string | null
      created_at: string
      paid_at: string | null
    }
    Refund: {
      id: string
      payment_id: string
      /** A void undoes the whole charge before it is settled; a refund sends the money back. */
      kind: 'void' | 'refund'
      /** Who wanted it. */
      origin: 'store' | 'portal' | 'operator' | 'policy'
      amount: string
      currency: string
      reason: string | null
      /** - `pending`: accepted, and about to be asked of the gateway - `requested`: being asked of the gateway - `unknown`: asked of the gateway, whose answer was lost; being found out - `accepted`: the gateway has accepted it, and its payment does not show it yet; it is not sent again - `waiting`: the gateway does not do it yet; it is tried again on a schedule, or cancelled - `succeeded`: the gateway has done it - `failed`: it will not be done; `refusal` says why - `cancelled`: taken back while it waited; nothing was refunded by it */
      state: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
      /** Why it waits or was refused, with the gateway's own words. */
      refusal: {
        code: string
        words: (string)[]
      } | null
      /** It may already have been made, and Puente does not send it before you answer (`POST /v1/orders/{id}/refunds/{refund_id}/resolve`): look for it in the gateway's portal. - `refunded_meanwhile`: the gateway shows a refund that may be this one - `unanswered_twice`: the gateway answered neither the refund nor its retry - `changed_unexplained`: the gateway shows a refund that no event explains - `refused_unexplained`: the gateway refused the retry for good, perhaps because it had already made the refund */
      needs_attention: 'refunded_meanwhile' | 'unanswered_twice' | 'changed_unexplained' | 'refused_unexplained' | null
      created_at: string
      done_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
    }
    DemoData: {
      state: 'offered' | 'running' | 'done' | 'failed'
      /** So many were made so far. */
      orders: number
      orders_planned: number
      /** Why it failed. */
      reason: string | null
    }
    OrderViews: {
      data: (components['schemas']['OrderView'])[]
    }
    OrdersOfStores: {
      data: (components['schemas']['OrderOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    OrderOfStore: {
      /** Puente's id of the order, as the paths of this API have it. */
      id: string
      /** What the customer knows the order by. */
      number: string | null
      amount: string
      currency: string
      /** - `awaiting_payment`: not paid yet; the pay link leads to the checkout - `payment_expired`: not paid, and the time to pay is over; a new checkout opens it again - `paid`: the money was taken - `partially_refunded`: paid, and a part was refunded - `refunded`: paid, and all of it was refunded - `voided`: the charge was undone before it was settled - `on_hold`: money was taken that does not fit the order; a person has to look - `cancelled`: the shop has cancelled it, or its policy did when its time to pay was over; no money was taken */
      status: 'awaiting_payment' | 'payment_expired' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'on_hold' | 'cancelled'
      /** Why a person should look at this order's money. - `paid_twice`: money was taken by more than one payment - `paid_other_amount`: another amount or currency than asked for was taken - `paid_after_cancellation`: money was taken after the shop had cancelled the order - `not_paid_at_gateway`: a signed event paid the order, but the gateway answered twice that it charged nothing */
      conflict: 'paid_twice' | 'paid_other_amount' | 'paid_after_cancellation' | 'not_paid_at_gateway' | null
      /** The payment that pays the order: of those that took its amount, the one that was paid first. `null`: none does. */
      effective_payment_id: string | null
      /** Why this order cannot be paid as it is: the gateway refuses its payment for good. `null` again once it accepts one. */
      last_payment_error: {
        /** - `currency_refused`: its currency is not enabled on the terminal of the store - `amount_refused`: its amount is not accepted - `terminal_unavailable`: the gateway has not provisioned the sandbox of the store - `request_refused`: something else of it is not accepted; `message` says what */
        code: 'currency_refused' | 'amount_refused' | 'terminal_unavailable' | 'request_refused'
        /** The gateway's words, for you. */
        message: string | null
        at: string
      } | null
      description: string | null
      customer: components['schemas']['Customer']
      metadata: { [name: string]: unknown }
      created_at: string
      paid_at: string | null
      /** The shop's own id. */
      external_id: string
      /** The store. */
      store_id: string
      /** The durable link at which the customer pays. */
      pay_url: string
    }
    WholeOrder: {
      order: components['schemas']['OrderOfStore']
      /** Every attempt, the first one first. */
      payments: (components['schemas']['PaymentOfStore'])[]
      refunds: (components['schemas']['RefundOfStore'])[]
      /** Oldest first. */
      timeline: ({
        at: string
        /** Branch on this. */
        kind: string
        /** The same as a sentence, in the language of `Accept-Language`, else the store's. */
        text: string
        payment_id: string | null
        details: { [name: string]: unknown }
        /** Who did it; `null`: it was written before that was kept. */
        actor: {
          kind: 'api_key' | 'person' | 'command_line' | 'customer' | 'platform' | 'gateway' | 'job'
          /** Of an API key or a person. */
          id?: string
          /** Of a job, its kind. */
          name?: string
          /** The same for people. */
          text: string
        } | null
        /** The webhook that brought it, masked, as long as it is kept. */
        event: components['schemas']['EventOfStore'] | null
      })[]
      /** Newest first. */
      notifications: (components['schemas']['Notification'])[]
      /** Open and closed, newest first. */
      alerts: (components['schemas']['ListedProblem'])[]
      /** Where the gateway's receipt is asked for; `null`: nothing was charged. */
      receipt_path: string | null
      /** Where the gateway shows its own records; `null`: it is not known. */
      gateway_portal_url: string | null
    }
    PaymentOfStore: {
      id: string
      /** 1 for the first attempt at the order. */
      attempt: number
      mode: 'hosted' | 'card_page' | 'saved_card'
      /** As in the merchant API; besides, of an attempt that the gateway does not have: `intended`, `refused`, `abandoned`. */
      state: string
      /** Why the processor declined a charge; branch on `code`. */
      decline: {
        code: string
        message: string | null
      } | null
      amount: string
      currency: string
      /** What the customer is charged, with fees and tips. */
      total: string | null
      service_fee: string | null
      sales_tax: string | null
      tip: string | null
      refunded_amount: string
      /** The gateway's page for this attempt. Send customers to `pay_url` instead. */
      checkout_url: string | null
      gateway_payment_id: string | null
      /** The gateway's id of the charge, as soon as it is known. It does not mean paid: a charge that was declined, or waits for its customer at the bank, can have one, too. */
      transaction_id: string | null
      expires_at: string | null
      created_at: string
      paid_at: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
    }
    OrderReference: {
      /** Puente's id of the order, as the paths of this API have it. */
      id: string
      /** The shop's own id. */
      external_id: string
      number: string | null
    }
    RefundOfStore: {
      id: string
      payment_id: string
      /** A void undoes the whole charge before it is settled; a refund sends the money back. */
      kind: 'void' | 'refund'
      /** Who wanted it. */
      origin: 'store' | 'portal' | 'operator' | 'policy'
      amount: string
      currency: string
      reason: string | null
      /** - `pending`: accepted, and about to be asked of the gateway - `requested`: being asked of the gateway - `unknown`: asked of the gateway, whose answer was lost; being found out - `accepted`: the gateway has accepted it, and its payment does not show it yet; it is not sent again - `waiting`: the gateway does not do it yet; it is tried again on a schedule, or cancelled - `succeeded`: the gateway has done it - `failed`: it will not be done; `refusal` says why - `cancelled`: taken back while it waited; nothing was refunded by it */
      state: 'pending' | 'requested' | 'unknown' | 'accepted' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
      /** Why it waits or was refused, with the gateway's own words. */
      refusal: {
        code: string
        words: (string)[]
      } | null
      /** It may already have been made, and Puente does not send it before you answer (`POST /v1/orders/{id}/refunds/{refund_id}/resolve`): look for it in the gateway's portal. - `refunded_meanwhile`: the gateway shows a refund that may be this one - `unanswered_twice`: the gateway answered neither the refund nor its retry - `changed_unexplained`: the gateway shows a refund that no event explains - `refused_unexplained`: the gateway refused the retry for good, perhaps because it had already made the refund */
      needs_attention: 'refunded_meanwhile' | 'unanswered_twice' | 'changed_unexplained' | 'refused_unexplained' | null
      created_at: string
      done_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
    }
    EventOfStore: {
      id: string
      /** The store. */
      store_id: string
      /** `gateway`, or a platform. */
      source: string
      /** The sender's own id. */
      message_id: string
      topic: string | null
      type: string | null
      received_at: string
      /** `given_up`: it could not be read or applied, and waits for somebody to replay it. */
      state: 'waiting' | 'handled' | 'given_up'
      /** What became of it, in a word. */
      outcome: string | null
      /** Why it was not applied, as far as is kept. */
      reason: string | null
      handled_at: string | null
      /** As it came, without card numbers and secrets; its first 20,000 characters. */
      body: string
    }
    Notification: {
      id: string
      /** The `webhook-id` that the shop sees, the same for each repetition. */
      message_id: string
      type: string
      /** `left_out`: it was no longer true when its turn came. `nobody_to_tell`: the store has no notify URL. */
      state: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up'
      /** The shop's own id of the order that it is about. */
      order_id: string | null
      tries: number
      next_try_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      last_error: string | null
      /** The notification that this one sends again. */
      resend_of: string | null
      created_at: string
      ended_at: string | null
    }
    ListedProblem: {
      id: string
      /** Branch on this. */
      kind: 'order_paid_twice' | 'order_paid_other_amount' | 'order_paid_after_cancellation' | 'refund_not_accepted_yet' | 'refund_refused' | 'refund_not_shown' | 'refund_outside_puente' | 'store_refund_not_possible' | 'gateway_key_refused' | 'saved_cards_disabled' | 'request_fields_dropped' | 'request_fields_refused' | 'task_given_up' | 'payment_not_at_gateway' | 'payment_differs' | 'payment_without_order' | 'gateway_data_unreadable' | 'store_disagrees' | 'store_access_refused' | 'order_not_in_store' | 'order_id_reused' | 'store_data_unreadable' | 'store_not_compared' | 'differences_not_listed' | 'reconciliation_failed' | 'shop_unreachable' | 'shop_paused' | 'gateway_unreachable' | 'webhooks_stopped' | 'previous_secret_in_use' | 'customer_data_requested' | 'refund_not_in_store' | 'payment_method_unknown' | 'api_version_ending' | 'alerts_not_delivered'
      /** What happened, in the language of `Accept-Language`, else the store's. What is about money names the amount, its currency and the payment. */
      what: string
      why: string
      /** What a person can do about it: of what is about money, with the amount and payment. */
      todo: string
      /** The shop's own id of the order that it is about. */
      order_id: string | null
      details: { [name: string]: unknown }
      opened_at: string
      closed_at: string | null
    }
    Timeline: {
      data: ({
        at: string
        /** Branch on this. */
        kind: string
        /** The same as a sentence, in the language of `Accept-Language`, else the store's. */
        text: string
        payment_id: string | null
        details: { [name: string]: unknown }
        /** Who did it; `null`: it was written before that was kept. */
        actor: {
          kind: 'api_key' | 'person' | 'command_line' | 'customer' | 'platform' | 'gateway' | 'job'
          /** Of an API key or a person. */
          id?: string
          /** Of a job, its kind. */
          name?: string
          /** The same for people. */
          text: string
        } | null
      })[]
    }
    Receipt: {
      transaction_id: string
      /** The gateway's public page of the receipt. */
      receipt_url: string
    }
    OrderWithPayment: {
      order: components['schemas']['OrderInMessage']
      payment: components['schemas']['PaymentInMessage'] | null
      /** Voids and refunds, the first one first. */
      refunds: (components['schemas']['Refund'])[]
      /** The durable link at which the customer pays this order. */
      pay_url: string
    }
    RefundOfOrder: {
      refund: components['schemas']['Refund']
      order: components['schemas']['OrderInMessage']
      /** How the refund stands, for people: amount, currency, payment and next step in one sentence, in the language of `Accept-Language`, else the store's. */
      message: string
    }
    NotifyReport: {
      dry: boolean
      /** Of which the store is or would be notified. */
      orders: number
      /** What these orders amount to. */
      money: ({
        amount: string
        currency: string
      })[]
      /** Orders of which there is nothing to notify: nothing was paid for them. */
      unpaid: number
      /** 0 of a dry run. */
      notified: number
      /** Some were left: ask again. */
      more: boolean
    }
    PaymentsOfStores: {
      data: (components['schemas']['PaymentOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    RefundsOfStores: {
      data: (components['schemas']['RefundOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    AlertsOfStores: {
      data: (components['schemas']['AlertOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    AlertOfStore: {
      id: string
      /** Branch on this. */
      kind: 'order_paid_twice' | 'order_paid_other_amount' | 'order_paid_after_cancellation' | 'refund_not_accepted_yet' | 'refund_refused' | 'refund_not_shown' | 'refund_outside_puente' | 'store_refund_not_possible' | 'gateway_key_refused' | 'saved_cards_disabled' | 'request_fields_dropped' | 'request_fields_refused' | 'task_given_up' | 'payment_not_at_gateway' | 'payment_differs' | 'payment_without_order' | 'gateway_data_unreadable' | 'store_disagrees' | 'store_access_refused' | 'order_not_in_store' | 'order_id_reused' | 'store_data_unreadable' | 'store_not_compared' | 'differences_not_listed' | 'reconciliation_failed' | 'shop_unreachable' | 'shop_paused' | 'gateway_unreachable' | 'webhooks_stopped' | 'previous_secret_in_use' | 'customer_data_requested' | 'refund_not_in_store' | 'payment_method_unknown' | 'api_version_ending' | 'alerts_not_delivered'
      /** What happened, in the language of `Accept-Language`, else the store's. What is about money names the amount, its currency and the payment. */
      what: string
      why: string
      /** What a person can do about it: of what is about money, with the amount and payment. */
      todo: string
      details: { [name: string]: unknown }
      opened_at: string
      closed_at: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
      /** The name of who sees to it, also when they have left since. */
      assigned_to: string | null
      /** What people wrote down about it. */
      note: string | null
    }
    AlertGroups: {
      data: (components['schemas']['AlertGroup'])[]
    }
    AlertGroup: {
      kind: 'order_paid_twice' | 'order_paid_other_amount' | 'order_paid_after_cancellation' | 'refund_not_accepted_yet' | 'refund_refused' | 'refund_not_shown' | 'refund_outside_puente' | 'store_refund_not_possible' | 'gateway_key_refused' | 'saved_cards_disabled' | 'request_fields_dropped' | 'request_fields_refused' | 'task_given_up' | 'payment_not_at_gateway' | 'payment_differs' | 'payment_without_order' | 'gateway_data_unreadable' | 'store_disagrees' | 'store_access_refused' | 'order_not_in_store' | 'order_id_reused' | 'store_data_unreadable' | 'store_not_compared' | 'differences_not_listed' | 'reconciliation_failed' | 'shop_unreachable' | 'shop_paused' | 'gateway_unreachable' | 'webhooks_stopped' | 'previous_secret_in_use' | 'customer_data_requested' | 'refund_not_in_store' | 'payment_method_unknown' | 'api_version_ending' | 'alerts_not_delivered'
      /** `null`: it is about all stores. */
      store_id: string | null
      cause: string
      alerts: number
      /** Orders that they are about, or that wait. */
      orders: number
      /** What is at stake. */
      money: ({
        amount: string
        currency: string
      })[]
      /** Some of the orders. */
      order_numbers: (string)[]
      opened_at: string
      /** The newest alert of it. */
      newest: components['schemas']['AlertOfStore']
    }
    EventsOfStores: {
      data: (components['schemas']['EventOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    Event: {
      id: string
      /** `gateway`, or the platform that sent it. */
      source: string
      /** The sender's own id of it. */
      message_id: string
      type: string | null
      /** `given_up`: it could not be read or applied, and waits for somebody to replay it. */
      state: 'waiting' | 'handled' | 'given_up'
      /** What became of it in a word, as `applied`, `no-change`, `foreign` (of no order of the store), `unreadable`. */
      outcome: string | null
      /** Why it was not applied, as far as is kept. */
      reason: string | null
      /** The task that handles it by itself (`GET /v1/tasks/{id}`), if it has one. */
      task_id: string | null
      received_at: string
      handled_at: string | null
    }
    NotificationsOfStores: {
      data: (components['schemas']['NotificationOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    NotificationOfStore: {
      id: string
      /** The `webhook-id` that the shop sees, the same for each repetition. */
      message_id: string
      type: string
      /** `left_out`: it was no longer true when its turn came. `nobody_to_tell`: the store has no notify URL. */
      state: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up'
      tries: number
      next_try_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      last_error: string | null
      /** The notification that this one sends again. */
      resend_of: string | null
      created_at: string
      ended_at: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
    }
    NotificationWithBody: {
      id: string
      /** The `webhook-id` that the shop sees, the same for each repetition. */
      message_id: string
      type: string
      /** `left_out`: it was no longer true when its turn came. `nobody_to_tell`: the store has no notify URL. */
      state: 'waiting' | 'told' | 'left_out' | 'nobody_to_tell' | 'given_up'
      tries: number
      next_try_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      last_error: string | null
      /** The notification that this one sends again. */
      resend_of: string | null
      created_at: string
      ended_at: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
      /** What it says if it is sent now, without card numbers and secrets: it tells how the order stands, and no copy is kept. `null`: its order is not there any more. */
      body: string | null
      /** Its failed tries, the first one first; of very many, the last 50. */
      failures: ({
        try: number
        at: string
        remedy: 'retry' | 'permanent' | 'ask-a-person'
        detail: string
      })[]
      /** How many tries failed before those that are listed. */
      earlier_failures: number
    }
    NotificationsResumed: {
      /** How many notifications are sent now. */
      waiting: number
    }
    WebhookHealth: {
      /** The address that the gateway's portal has to have. */
      webhook_url: string
      /** The kinds of open problems about it: `webhooks_stopped`, `previous_secret_in_use`. */
      problems: (string)[]
      /** The last delivery that was accepted. */
      last_event: {
        at: string
        type: string | null
      } | null
      last_24_hours: {
        accepted: number
        /** By the secret that it was signed with: `current`, `previous`. */
        accepted_by: { [name: string]: number }
        /** Of those accepted, events that were known already. */
        repeated: number
        bad_signatures: number
        /** `missing`, `malformed`, `wrong`, `too-old`, `from-the-future`. */
        bad_signatures_by: { [name: string]: number }
        /** From 0 to 1. */
        bad_signature_rate: number
      }
      /** Deliveries of the last 24 hours whose header does not name the event of the signed body. The body's id counts. */
      event_ids: {
        header_differs: number
        header_missing: number
        /** Rightly signed, and refused: their body has no id that can be read. */
        unreadable: number
      }
      /** Events that never came. */
      gaps: {
        /** Changes that were found by asking, and whose event is not tried again. */
        missing: number
        /** Found by asking; the event may still come. */
        awaited: number
        newest: ({
          order_id: string | null
          payment_id: string
          state: 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | 'expired' | 'disabled'
          found_by: 'asking' | 'reconciliation'
          found_at: string
        })[]
      }
      secret: {
        /** Until when the secret that was replaced still verifies. */
        previous_until: string | null
        last_by_current_at: string | null
        last_by_previous_at: string | null
      }
    }
    WebhookSelfTest: {
      /** The test event came through, and the gateway's own deliveries do. `null`: the test event did, and nothing says for sure whether the gateway's do: see `deliveries`. */
      passed: boolean | null
      url: string
      /** Where on its way the test event was stopped. */
      stopped_at: 'dns' | 'connection' | 'tls' | 'answer' | 'signature' | 'inbox' | 'worker' | null
      /** Whether anybody answered. `null`: nothing could be sent. */
      reachable: boolean | null
      status: number | null
      /** `null`: it did not come so far. */
      signature_accepted: boolean | null
      /** Why it did not pass, and what to do. */
      detail: string | null
      /** What the gateway really delivered lately. */
      deliveries: {
        /** `refused`: deliveries are refused, and nothing proves yet that they are the gateway's. `not_known`: there is nothing to judge the gateway's deliveries by yet. */
        verdict: 'arriving' | 'refused' | 'failing' | 'not_known'
        /** Of `failing`. */
        cause: 'wrong_secret' | 'clock' | 'nothing_arrives' | null
        last_accepted_at: string | null
        /** The last one of each reason, the latest first. */
        last_refused: ({
          at: string
          /** `missing`, `malformed`, `wrong`, `too-old`, `from-the-future`; of a wrong one whose secret is ours, also `former-secret` (this store had it before) or `other-store`. */
          reason: string
          /** Of `too-old` and `from-the-future`: how long before our time it was signed; below 0, after it. */
          seconds_off: number | null
        })[]
        /** Changes of payments that were found by asking within the last week, and whose event has not come. */
        changed_without_event: number
        /** In the store's language. */
        text: string
        todo: string | null
      }
      took_ms: number
      /** Why the gateway may not reach an address that Puente reaches. */
      warnings: ('not_https' | 'not_public')[]
    }
    TasksOfStores: {
      data: (components['schemas']['TaskOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    TaskOfStore: {
      id: string
      kind: string
      /** `dead`: it failed for good, and waits for a person to replay it. */
      state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
      /** Whom it needs besides the database. */
      needs: 'db' | 'gateway' | 'shop'
      tries: number
      /** When it is due; `waiting_until` says when it can be tried, be it held back by a circuit. */
      next_try_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      last_error: string | null
      /** Its failed tries, the first one first; of very many, the last 50. */
      failures: ({
        try: number
        at: string
        remedy: 'retry' | 'permanent' | 'ask-a-person'
        detail: string
      })[]
      /** How many tries failed before those that are listed. */
      earlier_failures: number
      /** The task that this one does again. */
      replay_of: string | null
      /** The newest task that does this one again. */
      replayed_by: {
        id: string
        state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
      } | null
      created_at: string
      ended_at: string | null
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
    }
    ReplayReport: {
      dry: boolean
      tasks: ({
        /** The store. */
        store_id: string
        kind: string
        count: number
        oldest: string
      })[]
      /** How many are done again; 0 of a dry run. */
      replayed: number
      /** Some were left: ask again. */
      more: boolean
    }
    Task: {
      id: string
      kind: string
      /** `dead`: it failed for good, and waits for a person to replay it. */
      state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
      /** Whom it needs besides the database. */
      needs: 'db' | 'gateway' | 'shop'
      /** The shop's own id of the order that it is about. */
      order_id: string | null
      tries: number
      /** When it is due; `waiting_until` says when it can be tried, be it held back by a circuit. */
      next_try_at: string | null
      /** What it waits for; `null`: nothing, it is under way or has ended. - `gateway`: the gateway account is left alone, because it could not be reached - `store`: the shop is left alone or paused, because it could not be reached - `settlement`: the gateway does not refund yet: the charge has to be settled, or its window to open - `confirmation`: the gateway has accepted it and does not show it yet, or its answer was lost and is being found out - `person`: somebody has to see to it; see the list of alerts - `schedule`: its time has not come yet - `retry`: the next try after one that failed - `worker`: it is due, and nobody has taken it yet */
      waiting_for: 'gateway' | 'store' | 'settlement' | 'confirmation' | 'person' | 'schedule' | 'retry' | 'worker' | null
      /** When Puente looks at it next, at the latest; `null` where nobody knows. It is earlier as soon as the gateway or the shop answers, or somebody wants it tried. */
      waiting_until: string | null
      last_error: string | null
      /** Its failed tries, the first one first; of very many, the last 50. */
      failures: ({
        try: number
        at: string
        remedy: 'retry' | 'permanent' | 'ask-a-person'
        detail: string
      })[]
      /** How many tries failed before those that are listed. */
      earlier_failures: number
      /** The task that this one does again. */
      replay_of: string | null
      /** The newest task that does this one again. */
      replayed_by: {
        id: string
        state: 'ready' | 'queued' | 'running' | 'done' | 'dead'
      } | null
      created_at: string
      ended_at: string | null
    }
    CircuitsOfStores: {
      data: (components['schemas']['CircuitOfStore'])[]
    }
    CircuitOfStore: {
      /** `gateway`: the gateway account, which other stores may share. `store`: the store's own shop. */
      name: 'gateway' | 'store'
      /** `closed`: it works. `failing`: it has failed lately, and is tried as ever. `open`: it is left alone until `open_until`. `half_open`: one task tries. `paused`: nothing is sent until somebody resumes it. */
      state: 'closed' | 'failing' | 'open' | 'half_open' | 'paused'
      open_until: string | null
      paused_at: string | null
      failing_since: string | null
      last_error: string | null
      /** Tasks of this store that are due, or could not reach it and are tried again. */
      tasks_waiting: number
      id: string
      /** The store. */
      store_id: string
      /** The orders that `tasks_waiting` are about. */
      orders_waiting: number
    }
    CircuitTried: {
      circuit: components['schemas']['Circuit']
      /** The task that tries now; the others follow when it is done. */
      tried: string
    }
    Circuit: {
      /** `gateway`: the gateway account, which other stores may share. `store`: the store's own shop. */
      name: 'gateway' | 'store'
      /** `closed`: it works. `failing`: it has failed lately, and is tried as ever. `open`: it is left alone until `open_until`. `half_open`: one task tries. `paused`: nothing is sent until somebody resumes it. */
      state: 'closed' | 'failing' | 'open' | 'half_open' | 'paused'
      open_until: string | null
      paused_at: string | null
      failing_since: string | null
      last_error: string | null
      /** Tasks of this store that are due, or could not reach it and are tried again. */
      tasks_waiting: number
    }
    ReconciliationsOfStores: {
      data: (components['schemas']['ReconciliationOfStore'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    ReconciliationOfStore: {
      id: string
      trigger: 'schedule' | 'demand'
      dry: boolean
      /** `stopped` and `failed` runs can be resumed where they are, for a week. */
      state: 'running' | 'stopped' | 'done' | 'failed'
      /** Why it failed. */
      reason: string | null
      from: string
      to: string
      started_at: string
      ended_at: string | null
      progress: {
        phase: string
        pages: number
        payments: number
        payments_at_gateway: number
        foreign: number
        unreadable: number
        orders: number
      }
      /** The gateway counts payments that it did not show, whatever page was asked for. */
      is_incomplete: boolean
      /** Whether the store's own orders were compared: see `--orders-url`. */
      store_side: 'compared' | 'not_offered' | 'not_answered' | 'not_asked'
      /** Once it has gone through everything. */
      totals: ({
        currency: string
        gateway: components['schemas']['SumsOfCharges']
        /** Of the same gateway account, and not of this store. */
        foreign: components['schemas']['SumsOfCharges']
        ledger: components['schemas']['SumsOfCharges']
      })[] | null
      /** So many differences for a person are in this report alone, for the list of alerts has no room for them. */
      problems_not_listed: number
      summary: ({
        /** - `missed_event`: the gateway is ahead: an event was lost, or is late - `payment_unknown`: a payment of ours that the database did not know - `payment_foreign`: a payment of the gateway account that is not this store's; named once - `amount_drift`: amounts or currencies differ - `not_paid_at_gateway`: the database has a charge that the gateway does not show - `refunded_on_one_side`: one side has refunded more than the other - `missing_at_gateway`: the gateway does not know a payment of the database - `gateway_disagrees`: the gateway's list has more of a payment than the payment itself - `unreadable_payment`: the gateway shows a payment that makes no sense - `paid_twice`: the order was charged more than once - `paid_after_cancellation`: money was taken for an order that the store has cancelled - `store_not_told`: the store was not told of the money, or did not act on it - `store_says_paid`: the store has the order as paid, and the gateway has not - `missing_in_store`: the store does not know an order that is paid - `unreadable_order`: what the store says of the order makes no sense */
        kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
        /** - `found`: about to be looked at - `repaired`: both sides are equal now, or the store is being told - `for_a_person`: a person has to decide - `counted`: nobody has to do anything - `would_be_repaired`: a dry run would have been followed by the repair - `would_be_for_a_person`: the same, for a person */
        action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
        count: number
      })[]
      /** The report in the dashboard, for whoever signs in there. */
      page_url: string
      /** The store. */
      store_id: string
    }
    SumsOfCharges: {
      /** How many charges. */
      payments: number
      charged: string
      voided: string
      refunded: string
      /** The service fee of the charges that were not voided; `null` where none is known. */
      fees: string | null
      /** What is left for the store. */
      net: string
    }
    Reconciliation: {
      id: string
      trigger: 'schedule' | 'demand'
      dry: boolean
      /** `stopped` and `failed` runs can be resumed where they are, for a week. */
      state: 'running' | 'stopped' | 'done' | 'failed'
      /** Why it failed. */
      reason: string | null
      from: string
      to: string
      started_at: string
      ended_at: string | null
      progress: {
        phase: string
        pages: number
        payments: number
        payments_at_gateway: number
        foreign: number
        unreadable: number
        orders: number
      }
      /** The gateway counts payments that it did not show, whatever page was asked for. */
      is_incomplete: boolean
      /** Whether the store's own orders were compared: see `--orders-url`. */
      store_side: 'compared' | 'not_offered' | 'not_answered' | 'not_asked'
      /** Once it has gone through everything. */
      totals: ({
        currency: string
        gateway: components['schemas']['SumsOfCharges']
        /** Of the same gateway account, and not of this store. */
        foreign: components['schemas']['SumsOfCharges']
        ledger: components['schemas']['SumsOfCharges']
      })[] | null
      /** So many differences for a person are in this report alone, for the list of alerts has no room for them. */
      problems_not_listed: number
      summary: ({
        /** - `missed_event`: the gateway is ahead: an event was lost, or is late - `payment_unknown`: a payment of ours that the database did not know - `payment_foreign`: a payment of the gateway account that is not this store's; named once - `amount_drift`: amounts or currencies differ - `not_paid_at_gateway`: the database has a charge that the gateway does not show - `refunded_on_one_side`: one side has refunded more than the other - `missing_at_gateway`: the gateway does not know a payment of the database - `gateway_disagrees`: the gateway's list has more of a payment than the payment itself - `unreadable_payment`: the gateway shows a payment that makes no sense - `paid_twice`: the order was charged more than once - `paid_after_cancellation`: money was taken for an order that the store has cancelled - `store_not_told`: the store was not told of the money, or did not act on it - `store_says_paid`: the store has the order as paid, and the gateway has not - `missing_in_store`: the store does not know an order that is paid - `unreadable_order`: what the store says of the order makes no sense */
        kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
        /** - `found`: about to be looked at - `repaired`: both sides are equal now, or the store is being told - `for_a_person`: a person has to decide - `counted`: nobody has to do anything - `would_be_repaired`: a dry run would have been followed by the repair - `would_be_for_a_person`: the same, for a person */
        action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
        count: number
      })[]
      /** The report in the dashboard, for whoever signs in there. */
      page_url: string
    }
    ReconciliationReportOfStore: {
      id: string
      trigger: 'schedule' | 'demand'
      dry: boolean
      /** `stopped` and `failed` runs can be resumed where they are, for a week. */
      state: 'running' | 'stopped' | 'done' | 'failed'
      /** Why it failed. */
      reason: string | null
      from: string
      to: string
      started_at: string
      ended_at: string | null
      progress: {
        phase: string
        pages: number
        payments: number
        payments_at_gateway: number
        foreign: number
        unreadable: number
        orders: number
      }
      /** The gateway counts payments that it did not show, whatever page was asked for. */
      is_incomplete: boolean
      /** Whether the store's own orders were compared: see `--orders-url`. */
      store_side: 'compared' | 'not_offered' | 'not_answered' | 'not_asked'
      /** Once it has gone through everything. */
      totals: ({
        currency: string
        gateway: components['schemas']['SumsOfCharges']
        /** Of the same gateway account, and not of this store. */
        foreign: components['schemas']['SumsOfCharges']
        ledger: components['schemas']['SumsOfCharges']
      })[] | null
      /** So many differences for a person are in this report alone, for the list of alerts has no room for them. */
      problems_not_listed: number
      summary: ({
        /** - `missed_event`: the gateway is ahead: an event was lost, or is late - `payment_unknown`: a payment of ours that the database did not know - `payment_foreign`: a payment of the gateway account that is not this store's; named once - `amount_drift`: amounts or currencies differ - `not_paid_at_gateway`: the database has a charge that the gateway does not show - `refunded_on_one_side`: one side has refunded more than the other - `missing_at_gateway`: the gateway does not know a payment of the database - `gateway_disagrees`: the gateway's list has more of a payment than the payment itself - `unreadable_payment`: the gateway shows a payment that makes no sense - `paid_twice`: the order was charged more than once - `paid_after_cancellation`: money was taken for an order that the store has cancelled - `store_not_told`: the store was not told of the money, or did not act on it - `store_says_paid`: the store has the order as paid, and the gateway has not - `missing_in_store`: the store does not know an order that is paid - `unreadable_order`: what the store says of the order makes no sense */
        kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
        /** - `found`: about to be looked at - `repaired`: both sides are equal now, or the store is being told - `for_a_person`: a person has to decide - `counted`: nobody has to do anything - `would_be_repaired`: a dry run would have been followed by the repair - `would_be_for_a_person`: the same, for a person */
        action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
        count: number
      })[]
      /** The report in the dashboard, for whoever signs in there. */
      page_url: string
      /** The store. */
      store_id: string
      differences: {
        data: (components['schemas']['DifferenceOfStore'])[]
        next_cursor: string | null
      }
    }
    DifferenceOfStore: {
      id: string
      /** - `missed_event`: the gateway is ahead: an event was lost, or is late - `payment_unknown`: a payment of ours that the database did not know - `payment_foreign`: a payment of the gateway account that is not this store's; named once - `amount_drift`: amounts or currencies differ - `not_paid_at_gateway`: the database has a charge that the gateway does not show - `refunded_on_one_side`: one side has refunded more than the other - `missing_at_gateway`: the gateway does not know a payment of the database - `gateway_disagrees`: the gateway's list has more of a payment than the payment itself - `unreadable_payment`: the gateway shows a payment that makes no sense - `paid_twice`: the order was charged more than once - `paid_after_cancellation`: money was taken for an order that the store has cancelled - `store_not_told`: the store was not told of the money, or did not act on it - `store_says_paid`: the store has the order as paid, and the gateway has not - `missing_in_store`: the store does not know an order that is paid - `unreadable_order`: what the store says of the order makes no sense */
      kind: 'missed_event' | 'payment_unknown' | 'payment_foreign' | 'amount_drift' | 'not_paid_at_gateway' | 'refunded_on_one_side' | 'missing_at_gateway' | 'gateway_disagrees' | 'unreadable_payment' | 'paid_twice' | 'paid_after_cancellation' | 'store_not_told' | 'store_says_paid' | 'missing_in_store' | 'unreadable_order'
      /** - `found`: about to be looked at - `repaired`: both sides are equal now, or the store is being told - `for_a_person`: a person has to decide - `counted`: nobody has to do anything - `would_be_repaired`: a dry run would have been followed by the repair - `would_be_for_a_person`: the same, for a person */
      action: 'found' | 'repaired' | 'for_a_person' | 'counted' | 'would_be_repaired' | 'would_be_for_a_person'
      payment_id: string | null
      gateway_payment_id: string | null
      /** `differs`: what the database has, and what the other `side` has. */
      details: { [name: string]: unknown }
      found_at: string
      order: components['schemas']['OrderReference'] | null
    }
    SettlementList: {
      data: (components['schemas']['Settlement'])[]
    }
    /** What was voided and refunded counts on the day of its charge. */
    Settlement: {
      /** A Honduras day. */
      day: string
      currency: string
      ledger: components['schemas']['SumsOfCharges']
      /** As the latest reconciliation that was shown the whole day saw it; `null`: there is none. */
      gateway: components['schemas']['SumsOfCharges'] | null
      gateway_seen_at: string | null
      /** `false`: some of the charges were not seen since, because their payments were created on other days or the gateway did not show everything, so its side is smaller. */
      gateway_is_whole: boolean
    }
    MoneyByDay: {
      data: (components['schemas']['MoneyOfDay'])[]
      notified: (components['schemas']['NotifiedOfDay'])[]
    }
    MoneyOfDay: {
      /** A Honduras day. */
      day: string
      currency: string
      /** Charged on that day, whatever became of it afterwards. */
      paid: {
        count: number
        amount: string
      }
      /** Refunded or voided through Puente on that day. */
      refunded: {
        count: number
        amount: string
      }
      /** Payments of that day that a processor declined, and that were not paid since. */
      declined: {
        count: number
        amount: string
      }
      /** Paid, of those paid and declined; `null`: there are none. */
      approval_rate: number | null
      decline_reasons: ({
        code: string
        count: number
      })[]
    }
    NotifiedOfDay: {
      day: string
      notified: number
      p50_seconds: number
      p95_seconds: number
    }
    MoneyRows: {
      data: (components['schemas']['MoneyRow'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    MoneyRow: {
      /** Of the payment or the refund. */
      id: string
      /** The store. */
      store_id: string
      order: components['schemas']['OrderReference'] | null
      amount: string
      currency: string
      /** When it was charged, refunded or begun. */
      at: string
      /** Why it was declined. */
      code: string | null
    }
    HealthOfStores: {
      data: (components['schemas']['StoreHealth'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    StoreHealth: {
      /** The store. */
      store_id: string
      /** Why a person should look at the store, the most pressing first. Empty: it works. Every screen, `puente doctor` and `/health` judge by the same rule. */
      concerns: ('gateway_unreachable' | 'storefront_unreachable' | 'webhooks_failing' | 'queue_late' | 'tasks_given_up' | 'reconciliation_failed' | 'open_alerts')[]
      gateway_account: {
        state: 'closed' | 'failing' | 'open' | 'half_open' | 'paused'
        /** Since when it fails; `null`: it does not. */
        since: string | null
        last_error: string | null
      }
      storefront: {
        state: 'closed' | 'failing' | 'open' | 'half_open' | 'paused'
        /** Since when it fails; `null`: it does not. */
        since: string | null
        last_error: string | null
      }
      webhooks_in: {
        /** Whether the gateway's deliveries arrive, as the self-test judges. `refused`: some are refused that may be a stranger's. */
        verdict: 'arriving' | 'refused' | 'failing' | 'not_known'
        /** The last delivery that was accepted. */
        accepted_at: string | null
        /** The last one with a wrong signature. */
        refused_at: string | null
        refused_because: string | null
      }
      queue: {
        /** The first event that nobody has applied. */
        event_waits_since: string | null
        /** The first task that is due. */
        task_due_since: string | null
        dead_tasks: number
      }
      open_alerts: number
      last_reconciliation: {
        id: string
        state: 'running' | 'stopped' | 'done' | 'failed'
        started_at: string
        ended_at: string | null
      } | null
    }
    ApiKeys: {
      data: (components['schemas']['ApiKey'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    ApiKey: {
      id: string
      /** The store. */
      store_id: string
      name: string
      /** How it begins and ends. */
      hint: string | null
      scopes: ('read' | 'checkout' | 'refund' | 'admin')[]
      /** The largest refund that it may ask for; `null`: no limit. */
      refund_limit: {
        amount: string
        currency: string
      } | null
      /** The most that it may ask for within a day of Honduras; `null`: no limit. */
      refund_day_limit: {
        amount: string
        currency: string
      } | null
      state: 'in_force' | 'expired' | 'revoked'
      created_at: string
      last_used_at: string | null
      expires_at: string | null
      revoked_at: string | null
    }
    MadeApiKey: {
      /** The key itself; it is shown this once. */
      api_key: string
    }
    RotatedApiKey: {
      /** The key itself; it is shown this once. */
      api_key: string
      until: string
    }
    Members: {
      data: (components['schemas']['Member'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    Member: {
      id: string
      organization_id: string
      name: string
      email: string
      role: 'owner' | 'operator' | 'viewer'
      since: string
    }
    Invitation: {
      email: string
      /** The link that the invited person opens; it works once. */
      url: string
      expires_at: string
      /** Whether the link was mailed. It works in any case. */
      mail: {
        /** `not_set_up`: Puente has no mail server. Only of `sent` has anybody got it. */
        outcome: 'sent' | 'failed' | 'not_set_up'
        /** Why it was not sent. */
        detail: string | null
        cure: string | null
      }
    }
    ChangedMember: {
      id: string
      organization_id: string
      role: 'owner' | 'operator' | 'viewer' | null
    }
    OrganizationLimit: {
      id: string
      operator_refund_limit: {
        amount: string
        currency: string
      } | null
      operator_refund_day_limit: {
        amount: string
        currency: string
      } | null
    }
    Assignees: {
      data: (components['schemas']['Assignee'])[]
    }
    Assignee: {
      id: string
      /** With the e-mail address where others have the same name. */
      name: string
    }
    Organizations: {
      data: (components['schemas']['Organization'])[]
    }
    Organization: {
      id: string
      name: string
      /** The largest refund of an operator; `null`: as much as was paid. */
      operator_refund_limit: {
        amount: string
        currency: string
      } | null
      /** The most that each operator refunds within a day of Honduras; `null`: no limit. */
      operator_refund_day_limit: {
        amount: string
        currency: string
      } | null
      /** Those that still work. */
      invitations: (components['schemas']['OpenInvitation'])[]
    }
    OpenInvitation: {
      id: string
      /** `null`: whoever has the link says theirs. */
      email: string | null
      role: 'owner' | 'operator' | 'viewer'
      made_at: string
      expires_at: string
    }
    TakenBackInvitation: {
      id: string
      email: string | null
    }
    AuditEntries: {
      data: (components['schemas']['AuditEntry'])[]
      /** Where the next page begins; `null`: there is none. A page that is filtered looks at 5,000 rows at most, so that it may be short while there is a next one. */
      next_cursor: string | null
    }
    AuditEntry: {
      id: string
      at: string
      actor: {
        kind: string
        [name: string]: unknown
      }
      from_address: string | null
      organization_id: string | null
      store_id: string | null
      /** The `operationId` of a route, or a command. */
      action: string
      /** What it was about. */
      subject: string | null
      request: { [name: string]: unknown } | null
      /** `null`: nobody knows. */
      outcome: 'done' | 'refused' | 'failed' | null
      status: number | null
      ended_at: string | null
      before: { [name: string]: unknown } | null
      after: { [name: string]: unknown } | null
    }
  }
}

<?php
/**
 * Settings page.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Buttons have separate forms, so Enter in a setting saves the settings.
 */
class Puente_Settings_Page {

	/**
	 * Returns the page's URL.
	 */
	public static function url() {
		return admin_url( 'admin.php?page=wc-settings&tab=checkout&section=' . Puente_Gateway::ID );
	}

	/**
	 * Returns whether this page is open.
	 */
	public static function is_open() {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Read-only: selects what the page shows.
		return isset( $_GET['section'] ) && Puente_Gateway::ID === $_GET['section'];
	}

	/**
	 * Prints the page.
	 *
	 * @param Puente_Gateway $gateway Payment method.
	 */
	public static function show( Puente_Gateway $gateway ) {
		wp_enqueue_style( 'puente-settings', plugins_url( 'assets/settings.css', PUENTE_FILE ), array(), PUENTE_VERSION );
		add_action( 'admin_footer', array( __CLASS__, 'print_forms' ) );
		$message = Puente_Connection_Actions::take_message();
		$pairing = Puente_Pairings::current();
		echo '<h2>' . esc_html( $gateway->get_method_title() );
		wc_back_link( __( 'Return to payments', 'puente-for-woocommerce' ), admin_url( 'admin.php?page=wc-settings&tab=checkout' ) );
		echo '</h2><div class="puente-connection">';
		if ( '' !== $message['text'] ) {
			printf( '<div class="notice inline notice-%s"><p>%s</p></div>', esc_attr( $message['kind'] ), esc_html( $message['text'] ) );
		}
		foreach ( Puente_Cards_To_Revoke::words() as $words ) {
			printf( '<div class="notice inline notice-warning"><p>%s</p></div>', esc_html( $words ) );
		}
		if ( $pairing ) {
			self::show_connected( $pairing, $message['address'] );
		} elseif ( Puente_Pairings::is_elsewhere() ) {
			printf( '<div class="notice inline notice-error"><p>%s</p></div>', esc_html( Puente_Moved_Site::words() ) );
			Puente_Moved_Site::show_buttons();
		} else {
			self::show_not_connected( $message['address'] );
		}
		echo '</div><table class="form-table puente-settings">';
		// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- WooCommerce escapes what it generates.
		echo $gateway->generate_settings_html( $gateway->get_form_fields(), false );
		echo '</table>';
	}

	/**
	 * Prints an existing connection.
	 *
	 * @param Puente_Pairing $pairing Current pairing.
	 * @param string         $typed   Failed address.
	 */
	private static function show_connected( Puente_Pairing $pairing, $typed ) {
		$answers = Puente_Facts::refresh_for_page();
		$facts   = Puente_Facts::all();
		$is_live = isset( $facts['store'] ) && 'live' === $facts['store']['environment'];
		$name    = isset( $facts['store']['name'] ) && '' !== $facts['store']['name'] ? $facts['store']['name'] : $pairing->store_id;
		printf(
			'<h3>%1$s <mark class="puente-badge %2$s">%3$s</mark></h3><p>%4$s</p>',
			esc_html( $name ),
			$is_live ? 'is-live' : 'is-test',
			$is_live ? esc_html__( 'Live', 'puente-for-woocommerce' ) : esc_html__( 'Test: no real cards are charged', 'puente-for-woocommerce' ),
			/* translators: 1: the address of Puente, 2: the id of the store */
			sprintf( esc_html__( 'Connected to %1$s as store %2$s.', 'puente-for-woocommerce' ), '<code>' . esc_html( $pairing->address ) . '</code>', '<code>' . esc_html( $pairing->store_id ) . '</code>' )
		);
		if ( ! empty( $facts['failure'] ) ) {
			printf( '<div class="notice inline notice-error"><p>%s</p></div>', esc_html( self::explain( $facts['failure'] ) ) );
		}
		self::show_parts( $facts );
		self::show_gateway_address( $facts );
		Puente_Alerts::show( $answers );
		echo '<p class="submit">';
		self::button( 'test', __( 'Test the connection', 'puente-for-woocommerce' ) );
		// Two steps, so that no slip of a finger stops the shop's payments.
		printf(
			'</p><details class="puente-disconnect"><summary>%1$s</summary><p>%2$s</p><p class="submit">',
			esc_html__( 'Disconnect', 'puente-for-woocommerce' ),
			esc_html__( 'Customers can then no longer pay by card. Puente follows open orders to the end. You can connect again at any time.', 'puente-for-woocommerce' )
		);
		self::button( 'disconnect', __( 'Disconnect', 'puente-for-woocommerce' ), 'button-link-delete' );
		echo '</p></details><details class="puente-other"' . ( '' === $typed ? '' : ' open' ) . '><summary>' . esc_html__( 'Connect to another store or to another Puente', 'puente-for-woocommerce' ) . '</summary>';
		self::show_ways_to_connect( '' === $typed ? $pairing->address : $typed );
		echo '</details>';
	}

	/**
	 * Prints the connect form.
	 *
	 * @param string $typed Failed address.
	 */
	private static function show_not_connected( $typed ) {
		printf(
			'<h3>%s</h3><p>%s</p>',
			esc_html__( 'Connect your store', 'puente-for-woocommerce' ),
			esc_html__( 'Enter the address of your Puente. It asks for the keys of your gateway account, then for access to the orders of this store. This site never stores your gateway\'s secret key.', 'puente-for-woocommerce' )
		);
		self::show_ways_to_connect( $typed );
	}

	/**
	 * Prints both ways to connect.
	 *
	 * @param string $address Field value.
	 */
	private static function show_ways_to_connect( $address ) {
		printf(
			'<p class="submit puente-line"><label for="puente-address">%1$s</label> <input id="puente-address" class="regular-text" type="text" inputmode="url" autocomplete="url" name="puente_address" value="%2$s" placeholder="https://puente.example" form="puente-connect" required /> ',
			esc_html__( 'Puente\'s address', 'puente-for-woocommerce' ),
			esc_attr( $address )
		);
		self::button( 'connect', __( 'Connect', 'puente-for-woocommerce' ), 'button-primary' );
		printf(
			'</p><details class="puente-by-hand"><summary>%1$s</summary><p class="submit puente-line"><label for="puente-code">%2$s</label> <input id="puente-code" class="regular-text" type="password" name="puente_code" autocomplete="off" form="puente-enter_code" required /> ',
			esc_html__( 'I have a pairing code', 'puente-for-woocommerce' ),
			esc_html__( 'Pairing code', 'puente-for-woocommerce' )
		);
		self::button( 'enter_code', __( 'Connect with code', 'puente-for-woocommerce' ) );
		echo '</p></details>';
	}

	/**
	 * Prints the table of the test.
	 *
	 * @param array $facts Last test.
	 */
	private static function show_parts( array $facts ) {
		$names = array(
			'gateway'      => __( 'Payment gateway', 'puente-for-woocommerce' ),
			'rest_api'     => __( 'Access to your orders', 'puente-for-woocommerce' ),
			'webhooks'     => __( 'Order webhooks', 'puente-for-woocommerce' ),
			'plugin_route' => __( 'Puente reaches this site', 'puente-for-woocommerce' ),
		);
		if ( Puente_Settings::is_on( 'saved_cards' ) ) {
			$names['saved_cards'] = __( 'Saved cards', 'puente-for-woocommerce' );
		}
		echo '<table class="widefat striped puente-parts"><tbody>';
		foreach ( isset( $facts['parts'] ) ? array_intersect_key( $names, $facts['parts'] ) : array() as $part => $name ) {
			self::row( $name, $facts['parts'][ $part ]['ok'], $facts['parts'][ $part ]['detail'] );
		}
		if ( 'fields' === Puente_Settings::get( 'way', 'redirect' ) && isset( $facts['parts'] ) ) {
			$has_fields = null !== Puente_Facts::card_fields();
			self::row(
				__( 'Card fields', 'puente-for-woocommerce' ),
				$has_fields,
				$has_fields ? __( 'Customers enter their card on your checkout page.', 'puente-for-woocommerce' ) : __( 'Puente has no publishable key of your gateway account, so customers pay on the gateway\'s page. Add the key in Puente, then test again.', 'puente-for-woocommerce' )
			);
		}
		$currency_words = Puente_Accepted_Currencies::words( get_woocommerce_currency() );
		if ( '' !== $currency_words ) {
			self::row( __( 'Currency', 'puente-for-woocommerce' ), false, $currency_words );
		}
		$decimals = Puente_Currency::decimals( get_woocommerce_currency() );
		if ( wc_get_price_decimals() > $decimals ) {
			/* translators: 1: a currency such as HNL, 2: a number, 3: a number */
			self::row( __( 'Decimals', 'puente-for-woocommerce' ), false, sprintf( __( 'Prices have %3$d decimals here, but %1$s has %2$d: a total with more cannot be paid. WooCommerce → Settings → General → Number of decimals.', 'puente-for-woocommerce' ), get_woocommerce_currency(), $decimals, wc_get_price_decimals() ) );
		}
		echo '</tbody></table>';
		if ( isset( $facts['asked_at'] ) ) {
			/* translators: %s: a time span such as "5 minutes" */
			echo '<p class="description">' . esc_html( sprintf( __( 'Tested %s ago.', 'puente-for-woocommerce' ), human_time_diff( $facts['asked_at'] ) ) ) . '</p>';
		}
	}

	/**
	 * Prints the endpoint of the gateway's webhooks and whether they arrive.
	 *
	 * @param array $facts Last test.
	 */
	public static function show_gateway_address( array $facts ) {
		$address = isset( $facts['gateway_webhooks']['address'] ) ? $facts['gateway_webhooks']['address'] : '';
		if ( '' === $address ) {
			return;
		}
		if ( ! empty( $facts['gateway_webhooks']['detail'] ) ) {
			$is_ok = $facts['gateway_webhooks']['ok'];
			printf(
				'<p>%1$s <code>%2$s</code></p><div class="notice inline notice-%3$s"><p>%4$s<br />%5$s</p></div>',
				esc_html__( 'Webhook address for the portal of the gateway:', 'puente-for-woocommerce' ),
				esc_html( $address ),
				true === $is_ok ? 'success' : ( false === $is_ok ? 'error' : 'info' ),
				esc_html( $facts['gateway_webhooks']['detail'] ),
				/* translators: %s: a time */
				esc_html( $facts['gateway_webhooks']['last_at'] ? self::last_webhook( $facts ) : sprintf( __( 'Checked %s.', 'puente-for-woocommerce' ), wp_date( 'Y-m-d H:i', $facts['asked_at'] ) ) )
			);
			return;
		}
		printf(
			'<p>%1$s <code>%2$s</code><br />%3$s</p>',
			esc_html__( 'Webhook address for the portal of the gateway:', 'puente-for-woocommerce' ),
			esc_html( $address ),
			esc_html( self::last_webhook( $facts ) )
		);
	}

	/**
	 * Describes the last webhook and the check's time.
	 *
	 * @param array $facts Last test.
	 */
	private static function last_webhook( array $facts ) {
		$checked = wp_date( 'Y-m-d H:i', $facts['asked_at'] );
		$last_at = strtotime( $facts['gateway_webhooks']['last_at'] );
		return $last_at
			/* translators: 1: a time, 2: a time */
			? sprintf( __( 'Last one: %1$s, checked %2$s.', 'puente-for-woocommerce' ), wp_date( 'Y-m-d H:i', $last_at ), $checked )
			/* translators: %s: a time */
			: sprintf( __( 'None has arrived yet, checked %s. Before the first payment, this is normal. After it, compare the address, environment and signing secret.', 'puente-for-woocommerce' ), $checked );
	}

	/**
	 * Prints a table row.
	 *
	 * @param string $name   Label.
	 * @param bool   $is_ok  Works.
	 * @param string $detail Sentence.
	 */
	private static function row( $name, $is_ok, $detail ) {
		printf(
			'<tr class="%1$s"><th scope="row">%2$s</th><td><span class="dashicons dashicons-%3$s" aria-hidden="true"></span> <strong>%4$s</strong> %5$s</td></tr>',
			$is_ok ? 'is-ok' : 'is-wrong',
			esc_html( $name ),
			$is_ok ? 'yes-alt' : 'warning',
			$is_ok ? esc_html__( 'Works.', 'puente-for-woocommerce' ) : esc_html__( 'Does not work.', 'puente-for-woocommerce' ),
			esc_html( $detail )
		);
	}

	/**
	 * Explains a failed request.
	 *
	 * @param array $failure See Puente_Answer::failure_facts().
	 * @return string For the merchant.
	 */
	public static function explain( array $failure ) {
		if ( 'clock_differs' === $failure['code'] ) {
			return sprintf(
				/* translators: 1: a time, 2: a time */
				__( 'The clocks differ by more than five minutes: %1$s UTC here, %2$s at Puente. Correct the wrong one.', 'puente-for-woocommerce' ),
				gmdate( 'Y-m-d H:i:s' ),
				str_replace( array( 'T', 'Z' ), array( ' ', ' UTC' ), preg_replace( '/\.\d+Z$/', 'Z', $failure['server_time'] ) )
			);
		}
		if ( in_array( $failure['code'], array( 'unknown_store', 'wrong_signature', 'not_signed' ), true ) ) {
			return __( 'Puente no longer recognizes this site or its secret. Connect again.', 'puente-for-woocommerce' );
		}
		if ( '' !== $failure['detail'] ) {
			return $failure['detail'];
		}
		// Earlier versions' cached facts lack this key.
		$instead = isset( $failure['instead'] ) ? $failure['instead'] : '';
		if ( $failure['status'] >= 300 && $failure['status'] < 400 ) {
			/* translators: %s: an HTTP status and an address */
			return sprintf( __( 'Something in front of Puente redirects its calls (%s). Allow /v1/ through to Puente, or connect the final address of Puente.', 'puente-for-woocommerce' ), trim( $failure['status'] . ' ' . $instead ) );
		}
		if ( '' !== $instead ) {
			/* translators: %s: an HTTP status, and the beginning of a page in quotation marks */
			return sprintf( __( 'A page arrived instead of Puente\'s answer, such as from a firewall, a proxy or another site (%s). Check the address, and allow /v1/ through to Puente.', 'puente-for-woocommerce' ), $failure['status'] . ' ' . $instead );
		}
		if ( $failure['status'] > 0 && $failure['status'] < 500 ) {
			/* translators: %s: an HTTP status, and a code if there is one */
			return sprintf( __( 'The system at this address is not Puente, or is an older version (%s).', 'puente-for-woocommerce' ), trim( $failure['status'] . ' ' . $failure['code'] ) );
		}
		/* translators: %s: technical words */
		return sprintf( __( 'This site cannot reach Puente (%s).', 'puente-for-woocommerce' ), '' === $failure['failure'] ? (string) $failure['status'] : $failure['failure'] );
	}

	/**
	 * Prints a connection button.
	 *
	 * @param string $action Action.
	 * @param string $label  Label.
	 * @param string $look   WordPress class.
	 */
	public static function button( $action, $label, $look = '' ) {
		printf( '<button type="submit" class="button %1$s" form="puente-%2$s">%3$s</button> ', esc_attr( $look ), esc_attr( $action ), esc_html( $label ) );
	}

	/**
	 * Prints the buttons' forms, which cannot nest in WooCommerce's.
	 */
	public static function print_forms() {
		foreach ( Puente_Connection_Actions::ACTIONS as $action ) {
			printf( '<form id="puente-%1$s" method="post" action="%2$s"><input type="hidden" name="action" value="puente_%1$s" />', esc_attr( $action ), esc_url( admin_url( 'admin-post.php' ) ) );
			wp_nonce_field( 'puente_' . $action );
			echo '</form>';
		}
	}
}

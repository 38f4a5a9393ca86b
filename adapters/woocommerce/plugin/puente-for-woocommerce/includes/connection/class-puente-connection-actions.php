<?php
/**
 * Actions of the settings page.
 *
 * @package Puente
 */

use PuenteForWooCommerce\Call\PairingSignature;

defined( 'ABSPATH' ) || exit;

/**
 * Buttons and the return from connecting: shop managers only, each with a nonce.
 */
class Puente_Connection_Actions {

	const ACTIONS = array( 'connect', 'enter_code', 'test', 'moved', 'second_address', 'disconnect', 'close_problem' );
	const MESSAGE = 'puente_message_';

	/**
	 * Hooks into the buttons and the return.
	 */
	public static function listen() {
		foreach ( self::ACTIONS as $action ) {
			add_action(
				'admin_post_puente_' . $action,
				static function () use ( $action ) {
					self::check( $action );
					self::$action();
					self::go_back();
				}
			);
		}
		add_action( 'admin_init', array( __CLASS__, 'after_connecting' ) );
	}

	/**
	 * Ends an unauthorized request.
	 *
	 * @param string $action Action.
	 */
	private static function check( $action ) {
		check_admin_referer( 'puente_' . $action );
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_die( esc_html__( 'You do not have permission to do this.', 'puente-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
	}

	/**
	 * Starts a pairing and redirects the merchant to Puente.
	 */
	private static function connect() {
		$typed   = self::posted( 'puente_address' );
		$address = Puente_Pairing::read_address( $typed );
		if ( null === $address ) {
			self::notify( 'error', __( 'Enter the address of your Puente. It begins with https:// and has no user name, password or query.', 'puente-for-woocommerce' ), $typed );
			return;
		}
		$state  = PairingSignature::base64url( random_bytes( 18 ) );
		$secret = Puente_Pairing::new_secret();
		// Stored first, as Puente may probe this site before answering.
		Puente_Pairings::keep_pending( new Puente_Pairing( $address, '', $secret ), $state );
		$answer   = Puente_Client::send_unsigned(
			$address,
			'/woocommerce/connections',
			array(
				'site_url'            => home_url(),
				'site_name'           => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
				'rest_url'            => rest_url(),
				'return_url'          => add_query_arg( 'puente_state', $state, Puente_Settings_Page::url() ),
				'pairing_secret'      => $secret,
				'locale'              => Puente_Client::language(),
				'plugin_version'      => PUENTE_VERSION,
				'woocommerce_version' => WC()->version,
			)
		);
		$store_id = $answer->text( 'store_id' );
		$url      = isset( $answer->body['connect_url'] ) && is_string( $answer->body['connect_url'] ) ? $answer->body['connect_url'] : '';
		$parts    = array(
			'u' => $address,
			's' => $store_id,
			'k' => $secret,
		);
		$pairing  = '' === $store_id ? null : Puente_Pairing::from_parts( $parts );
		if ( ! $answer->is_fine() || ! $pairing || ! self::is_at( $url, $address ) ) {
			Puente_Pairings::forget_pending();
			Puente_Log::error( 'connecting could not start', $answer->for_log() );
			self::notify( 'error', self::why_not( $answer ), $typed );
			return;
		}
		Puente_Pairings::keep_pending( $pairing, $state );
		wp_redirect( $url ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect -- Puente's page; it was checked to be at the address that the merchant has typed.
		exit;
	}

	/**
	 * Connects with a pairing code from Puente's command line.
	 */
	private static function enter_code() {
		$pairing = Puente_Pairing::from_code( self::posted( 'puente_code' ) );
		if ( ! $pairing || '' === $pairing->store_id ) {
			self::notify( 'error', __( 'This is not a pairing code. A pairing code begins with “puente1.” and is one long word.', 'puente-for-woocommerce' ) );
			return;
		}
		Puente_Pairings::keep_pending( $pairing );
		self::try_pending();
	}

	/**
	 * Finishes a connection on the merchant's return.
	 */
	public static function after_connecting() {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- The state takes the place of a nonce: Puente's page leads here.
		$state = isset( $_GET['puente_state'] ) && is_string( $_GET['puente_state'] ) ? sanitize_text_field( wp_unslash( $_GET['puente_state'] ) ) : '';
		$error = isset( $_GET['puente_error'] ) && is_string( $_GET['puente_error'] ) ? sanitize_key( wp_unslash( $_GET['puente_error'] ) ) : '';
		$is_on = isset( $_GET['puente_connected'] );
		$store = isset( $_GET['puente_store'] ) && is_string( $_GET['puente_store'] ) ? sanitize_text_field( wp_unslash( $_GET['puente_store'] ) ) : '';
		// phpcs:enable
		if ( '' === $state || ( '' === $error && ! $is_on ) || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		if ( ! Puente_Pairings::is_state_of_pending( $state ) ) {
			self::notify( 'error', __( 'This connection has expired or was started from another page. Connect again.', 'puente-for-woocommerce' ) );
		} elseif ( '' !== $error ) {
			Puente_Pairings::forget_pending();
			/* translators: %s: a code such as access_denied */
			self::notify( 'error', sprintf( __( 'The connection did not finish (%s). Nothing was changed. You can connect again.', 'puente-for-woocommerce' ), $error ) );
		} else {
			self::name_store( $store );
			self::try_pending();
		}
		self::go_back();
	}

	/**
	 * Adopts the store's final id: a store that goes live gets a new one. The test proves the id,
	 * which is no secret.
	 *
	 * @param string $store_id Empty if Puente sent none.
	 */
	private static function name_store( $store_id ) {
		$pending = Puente_Pairings::pending();
		$named   = $pending && '' !== $store_id ? Puente_Pairing::from_parts( array( 's' => $store_id ) + $pending->to_parts() ) : null;
		if ( $named ) {
			Puente_Pairings::keep_pending( $named );
		}
	}

	/**
	 * Promotes the pending pairing if it works. Without a current one, Puente need only know the
	 * site.
	 */
	private static function try_pending() {
		$pending = Puente_Pairings::pending();
		if ( ! $pending ) {
			self::notify( 'error', __( 'This connection has expired or was started from another page. Connect again.', 'puente-for-woocommerce' ) );
			return;
		}
		$answer  = Puente_Facts::test( $pending );
		$is_good = Puente_Facts::are_good( $answer );
		if ( $is_good || ( $answer->is_fine() && ! Puente_Pairings::current() ) ) {
			Puente_Saved_Cards::name_homes();
			Puente_Pairings::promote_pending();
			Puente_Facts::keep( $answer );
			delete_option( Puente_Disconnection::USED );
			Puente_Alerts::forget();
			Puente_Card_Revocation::carry_out_soon();
			if ( $is_good ) {
				self::notify( 'success', __( 'Connected. Customers can pay as soon as the payment method is enabled.', 'puente-for-woocommerce' ) );
			} else {
				self::notify( 'error', __( 'Connected, but something does not work yet. See the table.', 'puente-for-woocommerce' ) );
			}
			return;
		}
		Puente_Pairings::forget_pending();
		$kept = Puente_Pairings::current() ? ' ' . __( 'Your previous connection is kept.', 'puente-for-woocommerce' ) : '';
		self::notify( 'error', ( $answer->is_fine() ? __( 'Puente recognizes this site, but the new connection cannot take payments.', 'puente-for-woocommerce' ) : self::why_not( $answer ) ) . $kept );
	}

	/**
	 * Tests the current pairing.
	 */
	private static function test() {
		Puente_Accepted_Currencies::try_again();
		Puente_Facts::refresh();
	}

	/**
	 * Moves the connection to the site's new address.
	 */
	private static function moved() {
		Puente_Pairings::take_address();
		Puente_Facts::refresh();
		Puente_Card_Revocation::carry_out_soon();
		self::notify( 'success', __( 'The connection continues at this address. If the table says that Puente does not reach this site, connect the same store manually with the new address.', 'puente-for-woocommerce' ) );
	}

	/**
	 * Adds the site's address to the connection.
	 */
	private static function second_address() {
		Puente_Pairings::add_address();
		Puente_Facts::refresh();
		Puente_Card_Revocation::carry_out_soon();
		self::notify( 'success', __( 'The connection also works at this address.', 'puente-for-woocommerce' ) );
	}

	/**
	 * Disconnects.
	 */
	private static function disconnect() {
		$answer = Puente_Disconnection::notify();
		Puente_Disconnection::remove_webhooks();
		$keys = $answer ? Puente_Disconnection::revoke_keys( $answer ) : array();
		Puente_Saved_Cards::name_homes();
		if ( Puente_Pairings::is_elsewhere() ) {
			Puente_Cards_To_Revoke::forget();
		}
		Puente_Pairings::forget_current();
		Puente_Facts::forget();
		$kept = $answer ? ' ' . __( 'Puente keeps the orders, payments and refunds that it processed, for your books.', 'puente-for-woocommerce' ) : '';
		self::notify( 'success', __( 'Disconnected. Customers can no longer choose this payment method.', 'puente-for-woocommerce' ) . ' ' . Puente_Disconnection::words( $answer, $keys ) . $kept );
	}

	/**
	 * Closes an alert.
	 */
	private static function close_problem() {
		if ( ! Puente_Alerts::close( self::posted( 'puente_problem' ) ) ) {
			self::notify( 'error', __( 'The alert could not be closed. Try again in a moment.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Explains a failed request to the merchant.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 */
	private static function why_not( Puente_Answer $answer ) {
		return Puente_Settings_Page::explain( $answer->failure_facts() );
	}

	/**
	 * Returns whether a page is at the typed address.
	 *
	 * @param string $url     Page.
	 * @param string $address Address.
	 */
	private static function is_at( $url, $address ) {
		return 0 === strpos( $url, $address . '/' ) && false === strpbrk( $url, " \t\r\n\"'<>\\" );
	}

	/**
	 * Returns a posted field.
	 *
	 * @param string $name Field.
	 */
	private static function posted( $name ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- check() has verified it.
		return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? trim( sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) ) : '';
	}

	/**
	 * Stores a message for the settings page, since WooCommerce hides notices there.
	 *
	 * @param string $kind    `success` or `error`.
	 * @param string $text    Message.
	 * @param string $address Typed, for correction.
	 */
	private static function notify( $kind, $text, $address = '' ) {
		$message = array(
			'kind'    => $kind,
			'text'    => $text,
			'address' => $address,
		);
		set_transient( self::MESSAGE . get_current_user_id(), $message, MINUTE_IN_SECONDS );
	}

	/**
	 * Returns and clears the message.
	 *
	 * @return array `kind`, `text` and `address`; empty without one.
	 */
	public static function take_message() {
		$name    = self::MESSAGE . get_current_user_id();
		$message = get_transient( $name );
		delete_transient( $name );
		return ( is_array( $message ) ? $message : array() ) + array_fill_keys( array( 'kind', 'text', 'address' ), '' );
	}

	/**
	 * Redirects to the settings page.
	 */
	private static function go_back() {
		wp_safe_redirect( Puente_Settings_Page::url() );
		exit;
	}
}

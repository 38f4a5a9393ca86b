<?php

function is_multisite() {
	return true;
}

function get_sites() {
	return array( 1, 2 );
}

function switch_to_blog( $site ) {
	global $puente_site;
	$puente_site = $site;
}

function restore_current_blog() {
	switch_to_blog( 1 );
}

function wp_clear_scheduled_hook( $hook ) {
	global $puente_site, $puente_cleared;
	$puente_cleared[ $hook ][ $puente_site ] = true;
}

final class Puente_Network_Test extends Puente_Test_Case {

	public function test_a_network_wide_deactivation_unschedules_the_plugin_on_every_site() {
		global $puente_cleared;
		switch_to_blog( 1 );
		$puente_cleared = array();
		Puente_Network::deactivate( false );
		self::assertSame( array( 1 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		Puente_Network::deactivate( true );
		self::assertSame( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		self::assertSame( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Alerts::ASK ] ) );
	}
}
